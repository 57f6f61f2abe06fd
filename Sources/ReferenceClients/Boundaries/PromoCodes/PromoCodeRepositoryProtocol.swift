/// Takes codes.
public protocol PromoCodeRepositoryProtocol: Sendable {
    /// Takes a code.
    ///
    /// - Throws: ``PromoCodeError``; ``NetworkError`` if it is not known what became of it.
    func redeem(_ code: PromoCode) async throws -> Redemption
}
