import RehearsalContracts
import RehearsalPlatform
import RehearsalReports

/// The progress of a search: on a terminal a line that is updated, elsewhere a new line every 30 seconds.
struct ExploreProgress {
    private let options: ExploreOptions
    private let terminal: Terminal
    /// The earliest instant of ``SystemClock`` at which the next line is written.
    private var next: Int64
    private var isShown = false

    init(_ options: ExploreOptions, _ terminal: Terminal) {
        (self.options, self.terminal) = (options, terminal)
        next = SystemClock.now() + (terminal.showsProgress ? Self.terminalInterval : Self.logInterval)
    }

    private static let terminalInterval: Int64 = 200_000_000
    private static let logInterval: Int64 = 30_000_000_000

    /// Writes the progress if the interval has passed.
    mutating func show(_ progress: ExplorationReport.Progress) {
        let now = SystemClock.now()
        guard now >= next else { return }
        let text = Self.line(progress, options)
        if terminal.showsProgress {
            (next, isShown) = (now + Self.terminalInterval, true)
            terminal.writeProgress(text)
        } else {
            next = now + Self.logInterval
            terminal.writeError(text)
        }
    }

    /// Removes the progress line.
    mutating func finish() {
        if isShown { terminal.writeProgress("") }
        isShown = false
    }

    /// Returns the progress, and the estimated time until the first limit.
    static func line(_ progress: ExplorationReport.Progress, _ options: ExploreOptions) -> String {
        let bySchedules = options.schedules.map { Double($0 - progress.schedules) / max(1, progress.rate) }
        let byTime = options.duration.map { ($0 - progress.elapsed) / .seconds(1) }
        let left = [bySchedules, byTime].compactMap(\.self).min()
        return progress.line + (left.map { "; \(Int(max(0, $0.rounded(.up)))) s left" } ?? "")
    }
}
