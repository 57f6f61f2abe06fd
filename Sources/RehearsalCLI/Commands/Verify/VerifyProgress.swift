import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

/// The progress of a run: on a terminal a line that is updated, elsewhere a new line every 10 seconds.
final class VerifyProgress: Sendable {
    private let terminal: Terminal
    private let total: Int
    private let isLive: Bool
    private let state: Locked<State>

    private struct State {
        var done = 0
        var failed = 0
        /// The earliest instant of ``SystemClock`` at which the next line is written.
        var next: Int64
        var isShown = false
    }

    init(_ total: Int, _ terminal: Terminal) {
        (self.total, self.terminal) = (total, terminal)
        isLive = terminal.showsProgress
        state = Locked(State(next: SystemClock.now() + (isLive ? 1_000_000_000 : Self.logInterval)))
    }

    private static let terminalInterval: Int64 = 100_000_000
    private static let logInterval: Int64 = 10_000_000_000

    /// Counts a result, and writes the progress if the interval has passed.
    func count(_ result: ClauseResult) {
        state.withLock {
            $0.done += 1
            if result.verdict == .fail { $0.failed += 1 }
            let now = SystemClock.now()
            guard now >= $0.next else { return }
            $0.next = now + (isLive ? Self.terminalInterval : Self.logInterval)
            show(&$0, after: result.id)
        }
    }

    /// Removes the progress line.
    func finish() {
        state.withLock {
            if $0.isShown { terminal.writeProgress("") }
            ($0.isShown, $0.next) = (false, .max)
        }
    }

    private func show(_ state: inout State, after id: String) {
        let style = terminal.style(for: terminal.errors)
        let count = state.failed == 0 ? "" : ", " + style.red("\(state.failed) failed")
        let text = "\(min(state.done, total)) of \("test case".pluralized(total))\(count)"
        guard isLive else { return terminal.writeError(text) }
        state.isShown = true
        terminal.writeProgress("\(text) \(style.dim(String(id.printable.prefix(40))))")
    }
}
