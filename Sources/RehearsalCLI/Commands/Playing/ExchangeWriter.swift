import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// Writes exchanges to a file, a pipe or a terminal as they end, without ever holding up the backend.
///
/// A reader that does not read is waited for on a thread of this writer's own; what the journal has forgotten by the
/// time it reads again is counted and said. A file never ends in part of an exchange: where the disk is full, what was
/// written of an exchange is removed, and the exchange is counted.
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

    /// - Parameter report: takes what the operating system says when a write fails: at the first failure, and at the
    ///   first one after something could be written again.
    init(
        _ backend: Backend,
        to descriptor: Descriptor,
        _ format: Format,
        report: @escaping @Sendable (String) -> Void,
    ) throws {
        let state = State(descriptor, format, report)
        self.state = state
        follower = try JournalFollower(backend) { items, dropped in state.write(items, dropped) }
    }

    /// Writes what is left and returns what was not written.
    ///
    /// A reader that does not read is given another second.
    func finish() -> Shortfall {
        state.hurry()
        follower.finish()
        return state.shortfall
    }

    /// What the thread of the follower and the thread that stops it share.
    private final class State: Sendable {
        private let losses = Locked(Losses())
        private let deadline = Locked<ContinuousClock.Instant?>(nil)
        private let descriptor: Descriptor
        private let format: Format
        private let report: @Sendable (String) -> Void

        private struct Losses {
            var dropped = 0
            var unwritten = 0
            /// The missing exchanges that no line of the output names yet.
            var unnamed = 0
            /// Why the last write failed.
            var failure: Descriptor.WriteFailure?
            var reason: String?
        }

        init(_ descriptor: Descriptor, _ format: Format, _ report: @escaping @Sendable (String) -> Void) {
            (self.descriptor, self.format, self.report) = (descriptor, format, report)
        }

        var shortfall: Shortfall {
            losses.withLock { Shortfall(missing: $0.dropped + $0.unwritten, reason: $0.reason) }
        }

        func hurry() { deadline.withLock { $0 = .now + .seconds(1) } }

        func write(_ items: [Journal.Item], _ dropped: Int) {
            losses.withLock {
                $0.unnamed += dropped - $0.dropped
                $0.dropped = dropped
            }
            // The gap that the last exchanges left is written also where none follows.
            if items.isEmpty { _ = put([]) }
            // In pieces: a backlog of a full journal need not stand in memory as text as well.
            for start in stride(from: 0, to: items.count, by: 64) {
                let piece = items[start..<min(start + 64, items.count)]
                let written = put(piece)
                guard written < piece.count else { continue }
                let lost = items[(start + written)...].count { if case .exchange = $0 { true } else { false } }
                losses.withLock {
                    $0.unwritten += lost
                    $0.unnamed += lost
                }
                return
            }
        }

        /// Returns how many of the items are in the output, whole.
        private func put(_ items: ArraySlice<Journal.Item>) -> Int {
            let unnamed = losses.withLock { $0.unnamed }
            var bytes = unnamed > 0 ? format.gap(unnamed) : []
            let gapEnd = bytes.count
            var ends: [Int] = []
            for item in items {
                bytes += format.line(item)
                ends.append(bytes.count)
            }
            do throws(Descriptor.WriteFailure) {
                try descriptor.put(bytes, unless: hasEnough)
                losses.withLock { ($0.unnamed, $0.failure) = (0, nil) }
                return items.count
            } catch {
                let whole = ends.prefix { $0 <= error.written }
                let isGapWritten = gapEnd <= error.written
                descriptor.takeBack(error.written - (whole.last ?? (isGapWritten ? gapEnd : 0)))
                fail(error, isGapWritten: isGapWritten)
                return whole.count
            }
        }

        private func fail(_ failure: Descriptor.WriteFailure, isGapWritten: Bool) {
            let isNew = losses.withLock { value in
                defer { value.failure = failure }
                if isGapWritten { value.unnamed = 0 }
                value.reason = failure.reason ?? value.reason
                return value.failure == nil
            }
            if isNew, let reason = failure.reason { report(reason) }
        }

        private func hasEnough() -> Bool {
            deadline.withLock { $0.map { $0 < .now } ?? false }
        }
    }
}

/// What an output has not got of that which happened.
struct Shortfall: Sendable, Hashable {
    /// Exchanges that are not in it.
    var missing = 0
    /// Replies of which it has no more than the beginning, or nothing.
    var cut = 0
    /// Whether it is no longer to be found under its name.
    var isGone = false
    /// Why something is missing, as the operating system says it (`No space left on device`); nil where the output was
    /// read or written too slowly.
    var reason: String?

    var isNone: Bool { self == Shortfall() }

    /// What there is to say of an output of that name.
    func sentences(about name: String) -> [String] {
        var sentences: [String] = []
        if isGone {
            sentences.append(
                "\(name) was removed or replaced while it was written: what was asked and answered is not in it"
            )
        }
        if missing > 0 {
            let count = "\("exchange".counted(missing)) \(missing == 1 ? "is" : "are") missing"
            sentences.append("\(count) from \(name): \(reason ?? "it was read or written too slowly")")
        }
        if cut > 0 {
            let count = "\(cut) repl\(cut == 1 ? "y is" : "ies are") not whole"
            sentences.append(
                "\(count) in \(name): 8 MB are kept of each, and less where they come faster than they are written; "
                    + "more may wait with: --journal-size 512MB"
            )
        }
        return sentences
    }

    /// As a line of JSON has it.
    var json: JSON {
        var members = [
            JSON.Member("missing", JSON(integerLiteral: missing)), JSON.Member("cut", JSON(integerLiteral: cut)),
            JSON.Member("gone", .bool(isGone)),
        ]
        if let reason { members.append(JSON.Member("reason", .string(reason))) }
        return .object(members)
    }
}
