import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

/// Says how far a run has come, where it takes longer than a moment: in one line on a terminal, now and then elsewhere.
final class VerifyProgress: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private let terminal: Terminal
    private let all: Int
    private let isLive: Bool
    private var done = 0
    private var failed = 0
    private var next: Int64
    private var isShown = false

    init(_ all: Int, _ terminal: Terminal) {
        (self.all, self.terminal) = (all, terminal)
        isLive = terminal.showsProgress
        next = SystemClock.now() + (isLive ? 1_000_000_000 : Self.rarely)
    }

    private static let often: Int64 = 100_000_000
    private static let rarely: Int64 = 10_000_000_000

    /// Takes in one result.
    func take(_ result: ClauseResult) {
        lock.withLock {
            done += 1
            if result.verdict == .fail { failed += 1 }
            let now = SystemClock.now()
            guard now >= next else { return }
            next = now + (isLive ? Self.often : Self.rarely)
            show(after: result.id)
        }
    }

    /// Leaves an empty line to whatever is said next.
    func finish() {
        lock.withLock {
            if isShown { terminal.writeOver("") }
            (isShown, next) = (false, .max)
        }
    }

    private func show(after id: String) {
        let style = terminal.style(for: terminal.errors)
        let count = failed == 0 ? "" : ", " + style.red("\(failed) not as they must be")
        let text = "\(min(done, all)) of \(all)\(count)"
        guard isLive else { return terminal.writeError(text) }
        isShown = true
        terminal.writeOver("\(text) \(style.dim(String(id.printable.prefix(40))))")
    }
}
