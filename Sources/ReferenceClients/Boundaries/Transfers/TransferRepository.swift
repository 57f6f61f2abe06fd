public import Foundation

/// A repository of transfers.
public protocol TransferRepositoryProtocol: Sendable {
    /// Sends money. Several calls with the same key send it once.
    ///
    /// - Throws: ``TransferError`` or ``RejectionError`` for a rejection with a known reason; ``NetworkError`` for
    ///   other failures.
    func transfer(_ request: TransactionRequest, key: String) async throws -> Transfer
}

/// A repository of transfers over HTTP: `/transfers`.
public struct TransferRepository: TransferRepositoryProtocol {
    private let client: any APIClientProtocol

    /// Creates a repository.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Sends `POST /transfers` with an `Idempotency-Key`, which each retry repeats.
    public func transfer(_ request: TransactionRequest, key: String) async throws -> Transfer {
        let endpoint = try Endpoint(.post, "/transfers", headers: ["Idempotency-Key": key], json: request)
        return try await NetworkError.translated(by: TransferError.init) {
            let response = try await client.response(to: endpoint)
            // A 200 can also report a failure, whose body contains no transfer.
            _ = try response.value(ConfirmationDTO.self).confirmation()
            return try response.value(TransferDTO.self).transfer
        }
    }
}

/// A domain error of a rejected transfer.
public enum TransferError: LocalizedError, Sendable, Hashable {
    /// The balance is too low: 402, with the message of the backend.
    case insufficientFunds(String)
    /// No account exists for the address: 404.
    case unknownRecipient

    /// Creates the domain error of a failure; returns nil for other failures.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 402: self = .insufficientFunds(NetworkError.httpError(failure).localizedDescription)
        case 404: self = .unknownRecipient
        default: return nil
        }
    }

    /// The message for the user of the app.
    public var errorDescription: String? {
        switch self {
        case .insufficientFunds(let message): message
        case .unknownRecipient: "No account exists for this address."
        }
    }
}
