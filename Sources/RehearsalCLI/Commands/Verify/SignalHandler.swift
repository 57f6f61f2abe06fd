import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// The signal handler of `verify` and `explore`. The first signal ends the run with a report; a second one, or Ctrl-\,
/// ends it at once.
final class SignalHandler: Sendable {
    private let signals: HandledSignals
    private let descendants = Descendants()
    private let state = Locked(State())

    private struct State {
        /// Ends the run, given the reason; nil before the subject has sent its hello message.
        var cancel: (@Sendable (String) -> Void)?
        var signal: Int32?
    }

    init(_ signals: HandledSignals) { self.signals = signals }

    /// Starts a thread that handles signals.
    func watch() throws {
        try Thread.start {
            while true {
                let arrival = self.signals.next()
                if arrival.isStop || arrival.number == SIGQUIT { self.handle(arrival.number) }
            }
        }.detach()
    }

    /// Sets the function that ends the run, given the reason. If a signal has already arrived, calls it at once.
    func onFirstSignal(_ cancel: @escaping @Sendable (String) -> Void) {
        let signal = state.withLock {
            $0.cancel = cancel
            return $0.signal
        }
        if let signal { cancel(Self.reason(signal)) }
    }

    /// Kills the remaining descendants of this process.
    func killDescendants() { descendants.killAll() }

    private func handle(_ number: Int32) {
        let (cancel, isFirst) = state.withLock { state in
            defer { state.signal = number }
            return (state.cancel, state.signal == nil)
        }
        if isFirst, number != SIGQUIT, let cancel {
            cancel(Self.reason(number))
        } else {
            // No function is set before the subject has sent its hello message; until then, there is nothing to report.
            descendants.killAll()
            if !isFirst || number == SIGQUIT { exit(ExitStatus.unavailable.rawValue) }
        }
    }

    private static func reason(_ number: Int32) -> String { "\(SignalName.of(number)) ended the run" }
}

/// A bridge from a blocking thread to a task. It must not be used on a thread of the cooperative pool.
enum Blocking {
    /// Runs the work in a task, blocks the calling thread, and returns the result.
    @discardableResult
    static func wait<Value: Sendable>(for operation: @escaping @Sendable () async -> Value) -> Value {
        let result = Locked<Value?>(nil)
        Task {
            let value = await operation()
            result.withLock { $0 = value }
            result.notify()
        }
        return result.wait { $0 }
    }
}

extension Result where Failure == any Error {
    /// Runs the work and stores its value or its error.
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
