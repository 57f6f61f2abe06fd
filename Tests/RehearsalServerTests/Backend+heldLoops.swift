import Dispatch
import RehearsalTestSupport

@testable import RehearsalServer

extension Backend {
    /// Runs a closure while the loops of this backend handle nothing.
    ///
    /// Bytes that clients send in the meantime have arrived when the loops resume: a loop reads them before it checks a
    /// time limit.
    ///
    /// - Precondition: the loops of the backend may be held (``BothLoops/options(_:canBeHeld:)``) or are not shared.
    ///   The closure does not wait for any of them.
    func withHeldLoops<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        var releases: [() -> Void] = []
        for loop in session.loops { releases.append(await loop.hold()) }
        defer { for release in releases { release() } }
        return try await body()
    }

    /// Returns a client whose bytes arrive before the server accepts its connection, so that no time limit passes.
    func client(sending text: String, window: Int32? = nil) async throws -> RawClient {
        try await withHeldLoops {
            let client = try await RawClient(port: port, window: window)
            await client.send(text)
            return client
        }
    }
}

extension LoopHandle {
    /// Keeps the loop from handling anything until the returned closure is called.
    func hold() async -> @Sendable () -> Void {
        let release = DispatchSemaphore(value: 0)
        await withCheckedContinuation { isHeld in
            submit { _ in
                isHeld.resume()
                release.wait()
            }
        }
        return { release.signal() }
    }
}
