import Rehearsal
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer

/// A writer of exchanges to a HAR. It writes each exchange when it ends, and never blocks the backend.
///
/// If exchanges arrive faster than they are written, the journal and the wire capture drop some, which are counted and
/// reported.
final class HARWriter: Sendable {
    private let follower: JournalFollower
    private let state: State

    /// Starts to write the exchanges of a backend's journal.
    ///
    /// - Parameter report: called with the operating system's message when a write fails after a successful one.
    init(
        _ backend: Backend,
        to recording: SessionRecording,
        report: @escaping @Sendable (String) -> Void,
    ) throws {
        let state = State(recording, origin: backend.origin, report)
        self.state = state
        follower = try JournalFollower(backend, eachWithReplies: { state.write($0, $1, $2) })
    }

    /// Writes the remaining exchanges and returns the losses.
    func finish() -> OutputLoss {
        follower.finish()
        return state.loss
    }

    /// The state that the thread of the follower shares with the thread that calls `finish`.
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

        var loss: OutputLoss {
            losses.withLock {
                OutputLoss(
                    missingExchangeCount: $0.dropped + $0.unwritten,
                    truncatedReplyCount: $0.cut,
                    reason: $0.reason
                )
            }
        }

        func write(_ items: [Journal.Record], _ replies: [Int: Journal.SentBytes], _ dropped: Int) {
            losses.withLock { $0.dropped = dropped }
            let entries = items.compactMap { item in if case .exchange(let entry) = item { entry } else { nil } }
            // Small batches bound the memory for the text of a full journal.
            for start in stride(from: 0, to: entries.count, by: 64) {
                let batch = entries[start..<min(start + 64, entries.count)].map {
                    SessionExchange(of: $0, replies[$0.ordinal], clock, origin: origin)
                }
                do throws(SessionRecording.Failure) {
                    try recording.append(batch)
                    let cut = batch.count { $0.sent?.isComplete == false }
                    losses.withLock {
                        $0.cut += cut
                        $0.isFailing = false
                    }
                } catch {
                    let reason = error.reason ?? error.description
                    let isNew = losses.withLock { value in
                        defer { value.isFailing = true }
                        value.unwritten += batch.count
                        value.reason = reason
                        return !value.isFailing
                    }
                    if isNew { report(reason) }
                }
            }
        }
    }
}

extension SessionExchange {
    /// Creates an exchange from its entry and the captured bytes of its reply.
    ///
    /// - Parameters:
    ///   - sent: the bytes that were sent; nil if they were not captured.
    ///   - origin: the origin of the server, for requests without a host.
    init(of entry: Journal.Entry, _ sent: Journal.SentBytes?, _ clock: WallClock, origin: String) {
        let isKnown = sent?.hasLoss == false
        let message = sent.flatMap { isKnown ? CapturedReply($0, toHead: entry.method == "HEAD") : nil }
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
        self.init(entry, reply, sent, startedAt: clock.since1970(entry.at), origin: origin)
    }
}

/// A recording of the exchanges that the journal of a session has at one instant.
enum SessionHAR {
    /// Returns the bytes of the recording, which is written to a temporary file in a folder of the user.
    static func bytes(_ backend: Backend, in folder: StateFolder) throws -> [UInt8] {
        let draft = try folder.folder.temporaryFile(".har")
        draft.descriptor.close()
        defer { PrivateFolder.removeFile(draft.path) }
        let recording = try SessionRecording(draft.path, scenarioFiles: [])
        let clock = WallClock()
        let exchanges = backend.capturedExchanges().map {
            SessionExchange(of: $0.entry, $0.sent, clock, origin: backend.origin)
        }
        for start in stride(from: 0, to: exchanges.count, by: 64) {
            try recording.append(Array(exchanges[start..<min(start + 64, exchanges.count)]))
        }
        return try FileSystem.read(draft.path, limit: 1 << 30)
    }
}
