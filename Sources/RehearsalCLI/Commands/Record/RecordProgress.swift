import RehearsalPlatform
import RehearsalRecorder
import RehearsalServer

/// The progress line of `record` on a terminal, which is updated at most once a second.
final class RecordProgress: Sendable {
    private let statistics: RecordStatistics
    private let terminal: Terminal
    private let state = Locked(State())

    private struct State {
        var isOver = false
        var isShown = false
    }

    private static let interval: Int64 = 1_000_000_000

    init(_ statistics: RecordStatistics, _ terminal: Terminal) {
        (self.statistics, self.terminal) = (statistics, terminal)
    }

    /// Starts to update the line, if standard error is a terminal that can replace it.
    func start() {
        guard terminal.showsProgress else { return }
        try? Thread.start { [self] in run() }.detach()
    }

    /// Removes the line, and ends the updates.
    func finish() {
        state.withLock {
            $0.isOver = true
            if $0.isShown { terminal.writeProgress("") }
        }
        state.notify()
    }

    private func run() {
        var last = RecordStatistics.Totals()
        while state.wait(until: SystemClock.now() &+ Self.interval, for: { $0.isOver ? true : nil }) == nil {
            let totals = statistics.current
            guard totals != last else { continue }
            state.withLock {
                guard !$0.isOver else { return }
                terminal.writeProgress(Self.text(totals))
                $0.isShown = true
            }
            last = totals
        }
    }

    static func text(_ totals: RecordStatistics.Totals) -> String {
        var parts: [String] = []
        if totals.recorded > 0 { parts.append("\(totals.recorded) recorded") }
        if totals.forwardedCount > 0 { parts.append("\(totals.forwardedCount) forwarded") }
        if totals.replayedCount > 0 { parts.append("\(totals.replayedCount) replayed") }
        if totals.missedCount > 0 { parts.append("\(totals.missedCount) missed") }
        if totals.failures > 0 { parts.append("\(totals.failures) failed upstream") }
        if totals.lostCount > 0 { parts.append("\(totals.lostCount) not written") }
        parts.append("\(totals.bytes / 1_024) KiB")
        if totals.secretCount > 0 { parts.append("\(totals.secretCount) secrets redacted") }
        return parts.joined(separator: ", ")
    }
}
