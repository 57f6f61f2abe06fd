import Rehearsal
import RehearsalPlatform

/// A cache of replies to GET, which are revalidated with their entity tags (RFC 9111).
final class ResponseCache: Sendable {
    private let entries = Locked<[String: Entry]>([:])
    private let watch: Stopwatch
    private let defect: Defect?

    private struct Entry: Sendable {
        var reply: WireReply
        var tag: String?
        /// The time, on the stopwatch, until which the reply is used without a request.
        var freshUntil: Duration
    }

    init(_ clock: any Clock<Duration>, defect: Defect?) { (watch, self.defect) = (Stopwatch(clock), defect) }

    /// Returns the reply to a call: a fresh stored one, or that of the server.
    func reply(to call: Call, send: (Call) async throws -> WireReply) async throws -> WireReply {
        guard call.method == .get else {
            let reply = try await send(call)
            if reply.status < 400, defect != .keepsAfterWrite { entries.withLock { $0[call.path] = nil } }
            return reply
        }
        let entry = entries.withLock { $0[call.path] }
        if let entry, watch.elapsed < entry.freshUntil { return entry.reply }
        var conditional = call
        if let tag = entry?.tag { conditional.headers.append("If-None-Match", sent(tag)) }
        let reply = try await send(conditional)
        if reply.status == 304, let entry, defect != .notModifiedIsError { return entry.reply }
        if reply.status == 304, defect == .repeatsForever, entry == nil { return try await repeated(call, send) }
        store(reply, for: call)
        return reply
    }

    /// Returns the third reply to a request without a validator.
    private func repeated(_ call: Call, _ send: (Call) async throws -> WireReply) async throws -> WireReply {
        _ = try await send(call)
        return try await send(call)
    }

    private func sent(_ tag: String) -> String {
        defect == .unquotesTags ? tag.filter { $0 != "\"" } : tag
    }

    private func store(_ reply: WireReply, for call: Call) {
        let control = reply.headers["Cache-Control"] ?? ""
        let isSuccess = reply.status == 200 || defect == .storesErrors
        let age = control.firstRange(of: "max-age=").flatMap {
            Int(control[$0.upperBound...].prefix(while: \.isNumber))
        }
        let tag = reply.headers["ETag"]
        guard isSuccess, tag != nil || age != nil, !control.contains("no-store") else {
            entries.withLock { $0[call.path] = nil }
            return
        }
        let entry = Entry(reply: reply, tag: tag, freshUntil: age.map { watch.elapsed + .seconds($0) } ?? .zero)
        entries.withLock { $0[call.path] = entry }
    }
}

extension WireReply {
    /// Whether the reply must not be stored (RFC 9111 §5.2.2.5).
    var forbidsStorage: Bool { headers["Cache-Control"]?.contains("no-store") == true }
}
