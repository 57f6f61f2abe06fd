import RehearsalHarness
import RehearsalPlatform
import RehearsalServer
import RehearsalVerify

/// The signal handler of `verify`. The first signal ends the run with a report; a second one, or Ctrl-\, ends it at
/// once.
final class SignalHandler: Sendable {
    private let signals: HandledSignals
    private let descendants = Descendants()
    private let state = Locked(State())

    private struct State {
        var subject: ChildProcessSubject?
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

    /// Sets the subject whose processes a signal kills. If a signal has already arrived, kills them at once.
    func setSubject(_ subject: ChildProcessSubject) {
        let signal = state.withLock {
            $0.subject = subject
            return $0.signal
        }
        if let signal { subject.cancel(Self.reason(signal)) }
    }

    /// Kills the remaining descendants of this process.
    func killDescendants() { descendants.killAll() }

    private func handle(_ number: Int32) {
        let (subject, isFirst) = state.withLock { state in
            defer { state.signal = number }
            return (state.subject, state.signal == nil)
        }
        if isFirst, number != SIGQUIT, let subject {
            subject.cancel(Self.reason(number))
        } else {
            // No subject is set before it has sent its hello message; until then, there is nothing to report.
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
