package import RehearsalServer

extension Backend {
    /// Waits until every event loop has processed its input, without blocking the cooperative pool.
    package func drainSocketsAsync() async throws { try await runBlocking { self.drainSockets() } }
}
