#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RehearsalContracts
import RehearsalPlatform

/// A client that sends the requests of checkpoints to the backend of a case.
struct CheckpointClient: Sendable {
    private let port: Int
    private let basePath: String

    /// Creates a client for a backend on this machine.
    init(_ baseURL: URL) {
        port = baseURL.port ?? 80
        basePath = baseURL.path == "/" ? "" : baseURL.path
    }

    /// Sends the request of a checkpoint, and returns when the reply has arrived.
    ///
    /// - Throws: `SystemError` if the backend cannot be reached.
    func send(_ checkpoint: ScreenCheckpoint) async throws {
        let (port, path) = (port, basePath + checkpoint.path)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                // The request blocks its thread, which must not be one of Swift's cooperative pool.
                try Thread.start {
                    continuation.resume(with: Result { try LoopbackRequest.get(path, port: port) })
                }.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

extension Contract.Operation {
    /// Returns the operation, whose call uses a screen that synchronizes with this backend if it is about a screen.
    func reachingCheckpoints(at baseURL: URL) -> Contract.Operation {
        guard let screenCall else { return self }
        var operation = self
        let checkpoints = CheckpointClient(baseURL)
        operation.call = { subject, _, _ in
            let states = try await screenCall(subject, ValueDescription.json) { try await checkpoints.send($0) }
            return (states, .fresh)
        }
        return operation
    }
}
