public import Foundation

/// Sends money once, however often and fast somebody taps.
///
/// A transfer has a key until it is known what became of it. Whoever asks for the same again before that asks for that
/// one; afterwards it is another.
public actor MakeTransferUseCase {
    private struct Attempt {
        let key: String
        let flight: SingleFlight<Transfer>
    }

    private let transfers: any TransferRepositoryProtocol
    private let reporter: any ErrorReporterProtocol
    private let makeKey: @Sendable () -> String
    private var attempts: [TransactionRequest: Attempt] = [:]

    /// A use case over a repository.
    ///
    /// - Parameters:
    ///   - reporter: is told of answers that cannot be read.
    ///   - makeKey: makes a key that no other transfer has.
    public init(
        transfers: any TransferRepositoryProtocol,
        reporter: any ErrorReporterProtocol,
        makeKey: @escaping @Sendable () -> String = { UUID().uuidString },
    ) {
        self.transfers = transfers
        self.reporter = reporter
        self.makeKey = makeKey
    }

    /// The transfer.
    ///
    /// - Throws: ``ValidationError``, and then nothing was sent; or what the repository throws.
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

    /// Whether the money has certainly not gone, and will not.
    private static func isFinal(_ error: any Error) -> Bool {
        switch error {
        case is TransferError, is Refusal, NetworkError.invalidRequest, is AuthenticationError: true
        case NetworkError.httpError(let failure):
            (400..<500).contains(failure.status) && ![408, 409, 425, 429].contains(failure.status)
        default: false
        }
    }
}
