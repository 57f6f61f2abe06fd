package import RehearsalServer

extension Backend {
    /// Returns when every loop has processed what had reached it, without holding a thread of the cooperative pool.
    package func caughtUp() async throws { try await onThread { self.catchUp() } }
}
