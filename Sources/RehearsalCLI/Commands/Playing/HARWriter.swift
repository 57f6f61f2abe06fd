import Rehearsal
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer

/// Writes exchanges into a HAR as they end, without ever holding up the backend.
///
/// What the journal or the tape of replies has forgotten by the time it is read, because exchanges come faster than
/// they can be written, is counted and said.
final class HARWriter: Sendable {
    private let follower: JournalFollower
    private let state: State

    /// - Parameter report: takes what the operating system says when a write fails: at the first failure, and at the
    ///   first one after something could be written again.
    init(
        _ backend: Backend,
        to recording: SessionRecording,
        report: @escaping @Sendable (String) -> Void,
    ) throws {
        let state = State(recording, origin: backend.origin, report)
        self.state = state
        follower = try JournalFollower(backend, eachWithReplies: { state.write($0, $1, $2) })
    }

    /// Writes what is left and returns what was not written, or not whole.
    func finish() -> Shortfall {
        follower.finish()
        return state.shortfall
    }

    /// What the thread of the follower and the thread that stops it share.
    private final class State: Sendable {
        private let losses = Locked(Losses())
        private let recording: SessionRecording
        private let origin: String
        private let report: @Sendable (String) -> Void
        private let clock = WallClock()

        init(_ recording: SessionRecording, origin: String, _ report: @escaping @Sendable (String) -> Void) {
            (self.recording, self.origin, self.report) = (recording, origin, report)
        }

        private struct Losses {
            var dropped = 0
            var unwritten = 0
            var cut = 0
            var isFailing = false
            var reason: String?
        }

        var shortfall: Shortfall {
            losses.withLock { Shortfall(missing: $0.dropped + $0.unwritten, cut: $0.cut, reason: $0.reason) }
        }

        func write(_ items: [Journal.Item], _ replies: [Int: Journal.SentReply], _ dropped: Int) {
            losses.withLock { $0.dropped = dropped }
            let entries = items.compactMap { item in if case .exchange(let entry) = item { entry } else { nil } }
            // In pieces: a backlog of a full journal need not stand in memory as text as well.
            for start in stride(from: 0, to: entries.count, by: 64) {
                let piece = entries[start..<min(start + 64, entries.count)].map { exchange($0, replies[$0.ordinal]) }
                do throws(SessionRecording.Failure) {
                    try recording.append(piece)
                    let cut = piece.count { $0.sent?.isWhole == false }
                    losses.withLock {
                        $0.cut += cut
                        $0.isFailing = false
                    }
                } catch {
                    let reason = error.reason ?? error.description
                    let isNew = losses.withLock { value in
                        defer { value.isFailing = true }
                        value.unwritten += piece.count
                        value.reason = reason
                        return !value.isFailing
                    }
                    if isNew { report(reason) }
                }
            }
        }

        private func exchange(_ entry: Journal.Entry, _ sent: Journal.SentReply?) -> SessionExchange {
            let isKnown = sent?.hasGap == false
            let message = sent.flatMap { isKnown ? SentMessage($0, toHead: entry.method == "HEAD") : nil }
            let reply = message.map { message in
                SessionExchange.Reply(
                    version: message.version,
                    status: message.status,
                    reason: message.reason,
                    headers: message.headers,
                    body: message.body,
                    headLength: message.headLength,
                    isWhole: message.isWhole,
                    isHTTP: message.isHTTP
                )
            }
            return SessionExchange(entry, reply, sent, startedAt: clock.since1970(entry.at), origin: origin)
        }
    }
}
