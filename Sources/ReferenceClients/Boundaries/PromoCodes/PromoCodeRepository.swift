/// Codes over HTTP: `/promo-codes/{code}/redemptions`.
public struct PromoCodeRepository: PromoCodeRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `POST /promo-codes/{code}/redemptions`, once: an answer that was lost may have been a yes.
    public func redeem(_ code: PromoCode) async throws -> Redemption {
        do {
            let redemption: RedemptionDTO = try await client.value(
                from: Endpoint(.post, "/promo-codes/\(code.text)/redemptions")
            )
            return redemption.redemption
        } catch NetworkError.httpError(let failure) {
            throw PromoCodeError(failure) ?? NetworkError.httpError(failure)
        }
    }
}
