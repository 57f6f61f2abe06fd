/// Makes something cheaper.
public struct RedeemPromoCodeUseCase: Sendable {
    private let promoCodes: any PromoCodeRepositoryProtocol

    /// A use case over a repository.
    public init(promoCodes: any PromoCodeRepositoryProtocol) { self.promoCodes = promoCodes }

    /// What it is worth.
    ///
    /// - Throws: ``ValidationError``, and then nothing was sent; or what the repository throws.
    public func execute(_ typed: String) async throws -> Redemption {
        try await promoCodes.redeem(try PromoCode(typed))
    }
}
