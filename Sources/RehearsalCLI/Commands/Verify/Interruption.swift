import RehearsalHarness
import RehearsalPlatform
import RehearsalServer
import RehearsalVerify

/// Ends a run of `verify` in order when a signal asks for that, and at once when a second one or Ctrl-\ does.
final class Interruption: Sendable {
    private let signals: RelayedSignals
    private let descendants = Descendants()
    private let state = Locked(State())

    private struct State {
        var subject: ChildSubjects?
        var signal: Int32?
    }

    init(_ signals: RelayedSignals) { self.signals = signals }

    /// Begins to take signals.
    func watch() throws {
        try Thread.start {
            while true {
                let arrival = self.signals.next()
                if arrival.isStop || arrival.number == SIGQUIT { self.take(arrival.number) }
            }
        }.detach()
    }

    /// Says what is to be given up when a signal comes, or has come.
    func abandons(_ subject: ChildSubjects) {
        let signal = state.withLock {
            $0.subject = subject
            return $0.signal
        }
        if let signal { subject.abandon(Self.reason(signal)) }
    }

    /// Ends whatever has been left behind.
    func endAll() { descendants.endAll() }

    private func take(_ number: Int32) {
        let (subject, isFirst) = state.withLock { state in
            defer { state.signal = number }
            return (state.subject, state.signal == nil)
        }
        if isFirst, number != SIGQUIT, let subject {
            subject.abandon(Self.reason(number))
        } else {
            // Of a subject that does not answer to its greeting there is nothing to report.
            descendants.endAll()
            if !isFirst || number == SIGQUIT { exit(ExitStatus.couldNot.rawValue) }
        }
    }

    private static func reason(_ number: Int32) -> String { "the run was ended by \(SignalName.of(number))" }
}

/// Waits on a thread for what tasks do. Never on one of the few on which tasks run.
enum Blocking {
    /// What the work returns.
    @discardableResult
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let result = Locked<Value?>(nil)
        Task {
            let value = await work()
            result.withLock { $0 = value }
            result.notify()
        }
        return result.wait { $0 }
    }
}

extension Result where Failure == any Error {
    /// What the work came to.
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
