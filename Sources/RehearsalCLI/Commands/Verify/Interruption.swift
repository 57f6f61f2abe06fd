import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// Ends a run of `verify` in order when a signal asks for that, and at once when a second one or Ctrl-\ does.
final class Interruption: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private let signals: RelayedSignals
    private let descendants = Descendants()
    private var subject: ChildSubjects?
    private var signal: Int32?

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
        let signal = lock.withLock {
            self.subject = subject
            return self.signal
        }
        if let signal { subject.abandon(Self.reason(signal)) }
    }

    /// Ends whatever has been left behind.
    func endAll() { descendants.endAll() }

    private func take(_ number: Int32) {
        let (subject, isFirst) = lock.withLock {
            defer { signal = number }
            return (self.subject, signal == nil)
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
