import Rehearsal
import RehearsalServer

/// Writes exchanges to a file, a pipe or a terminal as they end, without ever holding up the backend.
///
/// A reader that does not read is waited for on a thread of this writer's own; what the journal has forgotten by the
/// time it reads again is counted and said.
final class ExchangeWriter: Sendable {
    private let follower: JournalFollower
    private let state: State

    /// How exchanges look in one place.
    struct Format: Sendable {
        /// An exchange or a mark, with its line end.
        let line: @Sendable (Journal.Item) -> [UInt8]
        /// What stands where so many exchanges are missing, with its line end.
        let gap: @Sendable (Int) -> [UInt8]
    }

    init(_ backend: Backend, to descriptor: Descriptor, _ format: Format) throws {
        let state = State()
        self.state = state
        follower = try JournalFollower(backend) { items, dropped in
            state.write(items, dropped, to: descriptor, format)
        }
    }

    /// Writes what is left and returns what was not written.
    ///
    /// A reader that does not read is given another second.
    func finish() -> Shortfall {
        state.hurry()
        follower.finish()
        return Shortfall(missing: state.missing)
    }

    /// What the thread of the follower and the thread that stops it share.
    private final class State: @unchecked Sendable {
        // Sendable: all stored state is reached under the lock.
        private let lock = Lock()
        private var deadline: ContinuousClock.Instant?
        private var dropped = 0
        private var unwritten = 0

        var missing: Int { lock.withLock { dropped + unwritten } }

        func hurry() { lock.withLock { deadline = .now + .seconds(1) } }

        func write(_ items: [Journal.Item], _ dropped: Int, to descriptor: Descriptor, _ format: Format) {
            let new = lock.withLock {
                defer { self.dropped = dropped }
                return dropped - self.dropped
            }
            if new > 0 { descriptor.write(format.gap(new), unless: hasEnough) }
            // In pieces: a backlog of a full journal need not stand in memory as text as well.
            for start in stride(from: 0, to: items.count, by: 64) {
                let piece = items[start..<min(start + 64, items.count)]
                guard descriptor.write(piece.flatMap(format.line), unless: hasEnough) else {
                    let lost = items[start...].count { if case .exchange = $0 { true } else { false } }
                    lock.withLock { unwritten += lost }
                    return
                }
            }
        }

        private func hasEnough() -> Bool {
            lock.withLock { deadline.map { $0 < .now } ?? false }
        }
    }
}
