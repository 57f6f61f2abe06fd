import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// A writer of exchanges to a file, a pipe or a terminal. It writes each exchange when it ends, and never blocks the
/// backend.
///
/// A separate thread waits for a slow reader. Exchanges that the journal drops in the meantime are counted and
/// reported. A file never ends within an exchange: when the disk is full, the writer removes the incomplete exchange
/// and counts it.
final class ExchangeWriter: Sendable {
    private let follower: JournalFollower
    private let state: State

    /// The format of exchanges in one output.
    struct Format: Sendable {
        /// Returns the line of an exchange or a scenario switch, with its line feed.
        let line: @Sendable (Journal.Record) -> [UInt8]
        /// Returns the line for a number of missing exchanges, with its line feed.
        let gap: @Sendable (Int) -> [UInt8]
    }

    /// Starts to write the exchanges of a backend's journal.
    ///
    /// - Parameter report: called with the operating system's message when a write fails after a successful one.
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

    /// Writes the remaining exchanges and returns the losses; a slow reader gets one more second.
    func finish() -> OutputLoss {
        state.setDeadline()
        follower.finish()
        return state.loss
    }

    /// The state that the thread of the follower shares with the thread that calls `finish`.
    private final class State: Sendable {
        private let losses = Locked(Losses())
        private let deadline = Locked<ContinuousClock.Instant?>(nil)
        private let descriptor: Descriptor
        private let format: Format
        private let report: @Sendable (String) -> Void

        private struct Losses {
            var dropped = 0
            var unwritten = 0
            /// The number of missing exchanges that no line of the output reports yet.
            var unreported = 0
            /// The failure of the last write; nil if it succeeded.
            var failure: Descriptor.WriteFailure?
            var reason: String?
        }

        init(_ descriptor: Descriptor, _ format: Format, _ report: @escaping @Sendable (String) -> Void) {
            (self.descriptor, self.format, self.report) = (descriptor, format, report)
        }

        var loss: OutputLoss {
            losses.withLock { OutputLoss(missingExchangeCount: $0.dropped + $0.unwritten, reason: $0.reason) }
        }

        func setDeadline() { deadline.withLock { $0 = .now + .seconds(1) } }

        func write(_ items: [Journal.Record], _ dropped: Int) {
            losses.withLock {
                $0.unreported += dropped - $0.dropped
                $0.dropped = dropped
            }
            // Without a further exchange, missing exchanges at the end are still reported.
            if items.isEmpty { _ = writeBatch([]) }
            // Small batches bound the memory for the text of a full journal.
            for start in stride(from: 0, to: items.count, by: 64) {
                let batch = items[start..<min(start + 64, items.count)]
                let written = writeBatch(batch)
                guard written < batch.count else { continue }
                let lost = items[(start + written)...].count { if case .exchange = $0 { true } else { false } }
                losses.withLock {
                    $0.unwritten += lost
                    $0.unreported += lost
                }
                return
            }
        }

        /// Writes items and returns the number that were written completely.
        private func writeBatch(_ items: ArraySlice<Journal.Record>) -> Int {
            let unreported = losses.withLock { $0.unreported }
            var bytes = unreported > 0 ? format.gap(unreported) : []
            let gapEnd = bytes.count
            var ends: [Int] = []
            for item in items {
                bytes += format.line(item)
                ends.append(bytes.count)
            }
            do throws(Descriptor.WriteFailure) {
                try descriptor.writeAll(bytes, unless: isPastDeadline)
                losses.withLock { ($0.unreported, $0.failure) = (0, nil) }
                return items.count
            } catch {
                let completeEnds = ends.prefix { $0 <= error.written }
                let isGapWritten = gapEnd <= error.written
                descriptor.truncateLast(error.written - (completeEnds.last ?? (isGapWritten ? gapEnd : 0)))
                fail(error, isGapWritten: isGapWritten)
                return completeEnds.count
            }
        }

        private func fail(_ failure: Descriptor.WriteFailure, isGapWritten: Bool) {
            let isNew = losses.withLock { value in
                defer { value.failure = failure }
                if isGapWritten { value.unreported = 0 }
                value.reason = failure.reason ?? value.reason
                return value.failure == nil
            }
            if isNew, let reason = failure.reason { report(reason) }
        }

        private func isPastDeadline() -> Bool {
            deadline.withLock { $0.map { $0 < .now } ?? false }
        }
    }
}

/// The losses of an output: exchanges and replies that it does not contain completely.
struct OutputLoss: Sendable, Hashable {
    /// The number of exchanges that are missing from the output.
    var missingExchangeCount = 0
    /// The number of replies that are truncated or absent.
    var truncatedReplyCount = 0
    /// Whether the file was removed or replaced.
    var isFileReplaced = false
    /// The operating system's message, such as `No space left on device`; nil if the output was read or written too
    /// slowly.
    var reason: String?

    var isNone: Bool { self == OutputLoss() }

    /// Returns a message for each kind of loss. The messages contain the name of the output.
    func sentences(about name: String) -> [String] {
        var sentences: [String] = []
        if isFileReplaced {
            sentences.append(
                "\(name) was removed or replaced during writing and lacks the exchanges since then"
            )
        }
        if missingExchangeCount > 0 {
            let count =
                "\("exchange".pluralized(missingExchangeCount)) \(missingExchangeCount == 1 ? "is" : "are") missing"
            sentences.append("\(count) from \(name): \(reason ?? "it was read or written too slowly")")
        }
        if truncatedReplyCount > 0 {
            let count = "\(truncatedReplyCount) repl\(truncatedReplyCount == 1 ? "y is" : "ies are") truncated"
            sentences.append(
                "\(count) in \(name): at most 8 MB of each are kept, and less if they arrive faster than they are "
                    + "written; to buffer more: --journal-size 512MB"
            )
        }
        return sentences
    }

    /// The losses as a JSON object.
    var json: JSON {
        var members = [
            JSON.Member("missing", JSON(integerLiteral: missingExchangeCount)),
            JSON.Member("cut", JSON(integerLiteral: truncatedReplyCount)),
            JSON.Member("gone", .bool(isFileReplaced)),
        ]
        if let reason { members.append(JSON.Member("reason", .string(reason))) }
        return .object(members)
    }
}
