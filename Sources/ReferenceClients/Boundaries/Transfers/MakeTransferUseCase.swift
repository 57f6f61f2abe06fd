public import Foundation

/// A use case that sends money once, even if the user taps repeatedly.
///
/// While the result of a transfer is unknown, an equal request has the same idempotency key, so that the backend makes
/// one transfer. Later requests have new keys.
public actor MakeTransferUseCase {
    private struct Attempt {
        let key: String
        let flight: SingleFlight<Transfer>
    }

    private let transfers: any TransferRepositoryProtocol
    private let reporter: any ErrorReporterProtocol
    private let makeKey: @Sendable () -> String
    private var attempts: [TransactionRequest: Attempt] = [:]

    /// Creates a use case.
    ///
    /// - Parameters:
    ///   - reporter: receives decoding errors.
    ///   - makeKey: returns a unique idempotency key.
    public init(
        transfers: any TransferRepositoryProtocol,
        reporter: any ErrorReporterProtocol,
        makeKey: @escaping @Sendable () -> String = { UUID().uuidString },
    ) {
        self.transfers = transfers
        self.reporter = reporter
        self.makeKey = makeKey
    }

    /// Sends money and returns the transfer.
    ///
    /// - Throws: ``ValidationError`` before sending; the errors of the repository.
    public func execute(_ request: TransactionRequest) async throws -> Transfer {
        let request = try request.validated()
        let attempt = attempts[request] ?? Attempt(key: makeKey(), flight: SingleFlight())
        attempts[request] = attempt
        return try await attempt.flight.value { try await self.send(request, key: attempt.key) }
    }

    private func send(_ request: TransactionRequest, key: String) async throws -> Transfer {
        do {
            let transfer = try await transfers.transfer(request, key: key)
            attempts[request] = nil
            return transfer
        } catch {
            if Self.isFinal(error) { attempts[request] = nil }
            if case NetworkError.decodingError = error { await reporter.report(error, during: "transfer") }
            throw error
        }
    }

    /// Whether an error proves that the transfer was not and will not be executed.
    private static func isFinal(_ error: any Error) -> Bool {
        switch error {
        case is TransferError, is RejectionError, NetworkError.invalidRequest, is AuthenticationError: true
        case NetworkError.httpError(let failure):
            (400..<500).contains(failure.status) && ![408, 409, 425, 429].contains(failure.status)
        default: false
        }
    }
}
