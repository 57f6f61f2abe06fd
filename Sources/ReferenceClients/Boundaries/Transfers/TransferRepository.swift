public import Foundation

/// Sends money.
public protocol TransferRepositoryProtocol: Sendable {
    /// Sends it once, however often it is asked with one key.
    ///
    /// - Throws: ``TransferError`` or ``Refusal`` if the backend does not do it, ``NetworkError`` if it is not known.
    func transfer(_ request: TransactionRequest, key: String) async throws -> Transfer
}

/// Money over HTTP: `/transfers`.
public struct TransferRepository: TransferRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `POST /transfers` with an `Idempotency-Key`, which is the same on every attempt.
    public func transfer(_ request: TransactionRequest, key: String) async throws -> Transfer {
        let endpoint = try Endpoint(.post, "/transfers", headers: ["Idempotency-Key": key], json: request)
        return try await NetworkError.translated(by: TransferError.init) {
            let response = try await client.response(to: endpoint)
            // A no comes inside of a 200, too, and has nothing else in it.
            _ = try response.value(ConfirmationDTO.self).confirmation()
            return try response.value(TransferDTO.self).transfer
        }
    }
}

/// Why money does not go, in the words of the app.
public enum TransferError: LocalizedError, Sendable, Hashable {
    /// There is not enough of it: 402, with what the backend says about it.
    case insufficientFunds(String)
    /// Nobody has an account with that address: 404.
    case unknownRecipient

    /// What a failure means to the app; nil if it means nothing in particular.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 402: self = .insufficientFunds(NetworkError.httpError(failure).localizedDescription)
        case 404: self = .unknownRecipient
        default: return nil
        }
    }

    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .insufficientFunds(let message): message
        case .unknownRecipient: "Nobody has an account with this address."
        }
    }
}
