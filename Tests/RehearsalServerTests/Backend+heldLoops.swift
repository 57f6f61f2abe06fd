import Dispatch
import RehearsalTestSupport

@testable import RehearsalServer

extension Backend {
    /// Runs a closure while the loops of this backend handle nothing.
    ///
    /// What clients send meanwhile is there when the loops go on: a loop reads it before it looks at a limit of time.
    ///
    /// - Precondition: the backend has loops that may be held (``BothLoops/options(_:canBeHeld:)``) or loops of its own,
    ///   and the closure waits for none of them.
    func withHeldLoops<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let release = DispatchSemaphore(value: 0)
        for loop in session.loops {
            await withCheckedContinuation { isHeld in
                loop.submit { _ in
                    isHeld.resume()
                    release.wait()
                }
            }
        }
        defer { for _ in session.loops { release.signal() } }
        return try await body()
    }

    /// Returns a client that has sent bytes before its connection is accepted, so that no limit of time passes between.
    func client(sending text: String, window: Int32? = nil) async throws -> RawClient {
        try await withHeldLoops {
            let client = try await RawClient(port: port, window: window)
            await client.send(text)
            return client
        }
    }
}
