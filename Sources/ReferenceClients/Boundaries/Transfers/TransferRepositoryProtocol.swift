/// Sends money.
public protocol TransferRepositoryProtocol: Sendable {
    /// Sends it once, however often it is asked with one key.
    ///
    /// - Throws: ``TransferError`` or ``Refusal`` if the backend does not do it, ``NetworkError`` if it is not known.
    func transfer(_ request: TransactionRequest, key: String) async throws -> Transfer
}
