package import Rehearsal
package import RehearsalServer

extension Backend {
    /// Blocks until so many requests have arrived; for threads that may block.
    package func await(_ query: Journal.Query, count: Int = 1) throws {
        let outcome = Outcome()
        Task {
            do {
                try await wait(for: query, count: count, within: .seconds(240))
                outcome.settle(.success(()))
            } catch {
                outcome.settle(.failure(error))
            }
        }
        try outcome.wait().get()
    }

    private final class Outcome: @unchecked Sendable {
        // Sendable: `result` is reached under the lock.
        private let lock = Lock()
        private let news = Lock.Condition()
        private var result: Result<Void, any Error>?

        func settle(_ result: Result<Void, any Error>) {
            lock.withLock {
                self.result = result
                news.signal()
            }
        }

        func wait() -> Result<Void, any Error> {
            lock.withLock {
                while true {
                    if let result { return result }
                    lock.wait(for: news)
                }
            }
        }
    }
}
