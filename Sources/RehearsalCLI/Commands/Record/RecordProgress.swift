import RehearsalPlatform
import RehearsalRecorder
import RehearsalServer

/// A line on a terminal that says once a second how far it is, where anything has happened since.
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

    /// Shows itself from now on, if somebody looks.
    func start() {
        guard terminal.showsProgress else { return }
        try? Thread.start { [self] in run() }.detach()
    }

    /// Takes itself away, and does not come again.
    func finish() {
        state.withLock {
            $0.isOver = true
            if $0.isShown { terminal.writeOver("") }
        }
        state.notify()
    }

    private func run() {
        var last = RecordStatistics.Figures()
        while state.wait(until: SystemClock.now() &+ Self.interval, for: { $0.isOver ? true : nil }) == nil {
            let figures = statistics.current
            guard figures != last else { continue }
            state.withLock {
                guard !$0.isOver else { return }
                terminal.writeOver(Self.text(figures))
                $0.isShown = true
            }
            last = figures
        }
    }

    static func text(_ figures: RecordStatistics.Figures) -> String {
        var parts: [String] = []
        if figures.recorded > 0 { parts.append("\(figures.recorded) recorded") }
        if figures.forwarded > 0 { parts.append("\(figures.forwarded) passed on") }
        if figures.replayed > 0 { parts.append("\(figures.replayed) replayed") }
        if figures.missed > 0 { parts.append("\(figures.missed) missed") }
        if figures.failures > 0 { parts.append("\(figures.failures) failed upstream") }
        if figures.lost > 0 { parts.append("\(figures.lost) could not be written") }
        parts.append("\(figures.bytes / 1_024) KiB")
        if figures.secrets > 0 { parts.append("\(figures.secrets) secrets taken out") }
        return parts.joined(separator: ", ")
    }
}
