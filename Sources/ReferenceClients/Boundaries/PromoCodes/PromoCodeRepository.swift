public import Foundation

/// Takes codes.
public protocol PromoCodeRepositoryProtocol: Sendable {
    /// Takes a code.
    ///
    /// - Throws: ``PromoCodeError``; ``NetworkError`` if it is not known what became of it.
    func redeem(_ code: PromoCode) async throws -> Redemption
}

/// Codes over HTTP: `/promo-codes/{code}/redemptions`.
public struct PromoCodeRepository: PromoCodeRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `POST /promo-codes/{code}/redemptions`, once: an answer that was lost may have been a yes.
    public func redeem(_ code: PromoCode) async throws -> Redemption {
        let endpoint = Endpoint(.post, "/promo-codes/\(code.text)/redemptions")
        return try await NetworkError.translated(by: PromoCodeError.init) {
            try await client.model(\RedemptionDTO.redemption, from: endpoint)
        }
    }
}

/// Why a code makes nothing cheaper, in the words of the app.
public enum PromoCodeError: LocalizedError, Sendable, Hashable {
    /// There is no such code: 404.
    case unknown
    /// It has been used: 409.
    case alreadyRedeemed
    /// It was good once: 410.
    case expired

    /// What a failure means to the app; nil if it means nothing in particular.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 404: self = .unknown
        case 409: self = .alreadyRedeemed
        case 410: self = .expired
        default: return nil
        }
    }

    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .unknown: "There is no such code."
        case .alreadyRedeemed: "This code has been used."
        case .expired: "This code is not good any more."
        }
    }
}

/// Makes something cheaper.
public struct RedeemPromoCodeUseCase: Sendable {
    let promoCodes: any PromoCodeRepositoryProtocol

    /// What it is worth.
    ///
    /// - Throws: ``ValidationError``, and then nothing was sent; or what the repository throws.
    public func execute(_ typed: String) async throws -> Redemption {
        try await promoCodes.redeem(try PromoCode(typed))
    }
}
