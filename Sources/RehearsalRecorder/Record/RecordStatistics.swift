import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings
import RehearsalRedaction
import RehearsalServer

/// The statistics of a recording, for the progress line and the final table.
package final class RecordStatistics: Sendable {
    private let state = Locked(State())

    private struct State {
        var figures = Totals()
        var order: [Row.Key] = []
        var rows: [Row.Key: Row] = [:]
    }

    /// The totals over all exchanges.
    package struct Totals: Sendable, Equatable {
        package var recorded = 0
        /// The number of exchanges that were forwarded without being recorded.
        package var forwardedCount = 0
        package var replayedCount = 0
        /// The number of requests without a recorded reply that were not forwarded.
        package var missedCount = 0
        /// The number of exchanges whose reply failed or was incomplete.
        package var failures = 0
        /// The number of exchanges that ended because the client closed the connection or the recording was stopped.
        package var aborted = 0
        /// The number of exchanges that could not be written to the recording.
        package var lostCount = 0
        package var bytes = 0
        package var secretCount = 0
        /// The reason why the first of these exchanges could not be written.
        package var lossReason: String?

        package init() {}
    }

    /// A row of the table, for requests with the same method, path and status.
    package struct Row: Sendable, Equatable {
        package struct Key: Sendable, Hashable {
            package var method: String
            /// The path without the query and with secrets redacted.
            package var path: String
            /// The status code, such as `200`, or the name of a failure.
            package var status: String
        }

        package var key: Key
        package var count = 0
        package var bytes = 0
        package var secretCount = 0
        /// The remarks on these exchanges, without duplicates.
        package var notes: [String] = []
    }

    /// The maximum number of rows; further requests are counted in one row.
    package static let maximumRows = 1_000

    package var current: Totals { state.withLock { $0.figures } }

    /// The rows in the order in which their first requests arrived.
    package var table: [Row] { state.withLock { state in state.order.compactMap { state.rows[$0] } } }

    func countReplayed() { state.withLock { $0.figures.replayedCount += 1 } }
    func countMiss() { state.withLock { $0.figures.missedCount += 1 } }
    func countAborted() { state.withLock { $0.figures.aborted += 1 } }

    /// Counts an exchange.
    ///
    /// - Parameters:
    ///   - written: The result of writing the exchange; nil for an exchange that was not recorded.
    ///   - remarks: Further remarks on the exchange.
    func count(
        _ request: IncomingRequest,
        _ outcome: RecordedExchange.Result,
        _ written: RecordingWriter.AppendResult? = nil,
        remarks: [String] = [],
    ) {
        let (status, bytes, isFailure) = Self.summary(of: outcome)
        let path = Self.redactedPath(of: written?.path ?? request.target)
        state.withLock { state in
            if written == nil { state.figures.forwardedCount += 1 } else { state.figures.recorded += 1 }
            state.figures.failures += isFailure ? 1 : 0
            state.figures.bytes += bytes
            state.figures.secretCount += written?.secrets ?? 0
            var key = Row.Key(method: request.method, path: path, status: status)
            if state.rows[key] == nil, state.rows.count >= Self.maximumRows {
                key = Row.Key(method: "", path: "others", status: "")
            }
            if state.rows[key] == nil { state.order.append(key) }
            state.rows[key, default: Row(key: key)].add(bytes, written, remarks)
        }
    }

    /// Counts an exchange that could not be written to the recording.
    func count(lost request: IncomingRequest, _ reason: String) {
        state.withLock {
            $0.figures.lostCount += 1
            if $0.figures.lossReason == nil { $0.figures.lossReason = reason }
        }
    }

    /// Returns the path with secrets redacted, for display.
    private static func redactedPath(of target: String) -> String {
        var bytes = Array(Redaction(salt: 0).target(String(target.prefix { $0 != "?" })).utf8)
        for secret in EncodedText.secrets(inURL: bytes).reversed() {
            bytes.replaceSubrange(secret, with: "[redacted]".utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func summary(of outcome: RecordedExchange.Result) -> (String, bytes: Int, isFailure: Bool) {
        switch outcome {
        case .reply(let reply):
            (reply.isComplete ? "\(reply.status)" : "\(reply.status), incomplete", reply.body.count, !reply.isComplete)
        case .failure(let failure, _): (failure.rawValue, 0, true)
        }
    }
}

extension RecordStatistics.Row {
    private static let maximumNotes = 3

    fileprivate mutating func add(_ bytes: Int, _ written: RecordingWriter.AppendResult?, _ others: [String]) {
        count += 1
        self.bytes += bytes
        secretCount += written?.secrets ?? 0
        for remark in (written?.remarks ?? []) + others
        where !notes.contains(remark) && notes.count < Self.maximumNotes {
            notes.append(remark)
        }
    }
}
