import Foundation

/// Money over HTTP: `/transfers`.
public struct TransferRepository: TransferRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `POST /transfers` with an `Idempotency-Key`, which is the same on every attempt.
    public func transfer(_ request: TransactionRequest, key: String) async throws -> Transfer {
        let endpoint = try Endpoint(.post, "/transfers", headers: ["Idempotency-Key": key], json: request)
        do {
            let response = try await client.response(to: endpoint)
            // A no comes inside of a 200, too, and has nothing else in it.
            _ = try response.value(ConfirmationDTO.self).confirmation()
            return try response.value(TransferDTO.self).transfer
        } catch NetworkError.httpError(let failure) {
            throw TransferError(failure) ?? NetworkError.httpError(failure)
        }
    }
}
