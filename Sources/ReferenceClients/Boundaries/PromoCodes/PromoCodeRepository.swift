public import Foundation

/// A repository of promo codes.
public protocol PromoCodeRepositoryProtocol: Sendable {
    /// Redeems a code.
    ///
    /// - Throws: ``PromoCodeError``; ``NetworkError`` for other failures.
    func redeem(_ code: PromoCode) async throws -> Redemption
}

/// A repository of promo codes over HTTP: `/promo-codes/{code}/redemptions`.
public struct PromoCodeRepository: PromoCodeRepositoryProtocol {
    private let client: any APIClientProtocol

    /// Creates a repository.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Sends `POST /promo-codes/{code}/redemptions` without retries, because a request whose response is lost may
    /// have succeeded.
    public func redeem(_ code: PromoCode) async throws -> Redemption {
        let endpoint = Endpoint(.post, "/promo-codes/\(code.text)/redemptions")
        return try await NetworkError.translated(by: PromoCodeError.init) {
            try await client.model(\RedemptionDTO.redemption, from: endpoint)
        }
    }
}

/// A domain error of a rejected promo code.
public enum PromoCodeError: LocalizedError, Sendable, Hashable {
    /// The code does not exist: 404.
    case unknown
    /// The code has been redeemed: 409.
    case alreadyRedeemed
    /// The code has expired: 410.
    case expired

    /// Creates the domain error of a failure; returns nil for other failures.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 404: self = .unknown
        case 409: self = .alreadyRedeemed
        case 410: self = .expired
        default: return nil
        }
    }

    /// The message for the user of the app.
    public var errorDescription: String? {
        switch self {
        case .unknown: "This code does not exist."
        case .alreadyRedeemed: "This code has been used."
        case .expired: "This code has expired."
        }
    }
}

/// A use case that redeems a promo code.
public struct RedeemPromoCodeUseCase: Sendable {
    let promoCodes: any PromoCodeRepositoryProtocol

    /// Redeems a code from user input.
    ///
    /// - Throws: ``ValidationError`` before sending; the errors of the repository.
    public func execute(_ typed: String) async throws -> Redemption {
        try await promoCodes.redeem(try PromoCode(typed))
    }
}
