package import Rehearsal

/// What a backend does otherwise than when it was recorded, request by request.
package struct DriftReport: Sendable {
    /// What was compared with what: the recording's path, and the backend's URL.
    package var recording: String
    package var backend: String
    /// In the order of the recording.
    package var requests: [Request] = []

    package init(recording: String, backend: String) { (self.recording, self.backend) = (recording, backend) }

    /// What became of one recorded request.
    package struct Request: Sendable {
        /// `GET /users?page=2`.
        package var title: String
        /// `Recordings/users.har:120`.
        package var place: String
        package var changes: [DriftChange] = []
        /// Why it was not asked; nil if it was.
        package var leftOut: String?
        /// The media type of a body that was not compared; nil if there is none, or it was.
        package var uncompared: String?

        package init(
            _ title: String,
            place: String,
            changes: [DriftChange] = [],
            leftOut: String? = nil,
            uncompared: String? = nil,
        ) {
            (self.title, self.place, self.changes) = (title, place, changes)
            (self.leftOut, self.uncompared) = (leftOut, uncompared)
        }
    }

    /// Whether anything has changed.
    package var hasDrifted: Bool { requests.contains { !$0.changes.isEmpty } }
    /// Whether anything was asked: of nothing, nothing is known.
    package var hasAsked: Bool { requests.contains { $0.leftOut == nil } }
    /// Whether the backend was there: if it answered nothing at all, nothing is known of it.
    package var isReached: Bool {
        !requests.filter { $0.leftOut == nil }.allSatisfy { $0.changes.first?.kind == .noAnswer }
    }

    /// `3 of 12 requests have drifted (5 changes), 2 left out`.
    package var headline: String {
        let asked = requests.filter { $0.leftOut == nil }
        let drifted = asked.filter { !$0.changes.isEmpty }
        let changes = drifted.reduce(0) { $0 + $1.changes.count }
        let out = requests.count - asked.count
        let first =
            drifted.isEmpty
            ? "no drift in \(asked.count) request\(asked.count == 1 ? "" : "s")"
            : "\(drifted.count) of \(asked.count) requests have drifted (\(changes) change\(changes == 1 ? "" : "s"))"
        let unseen = uncompared.isEmpty ? "" : ", \(Self.bodies(uncompared.count)) not compared"
        return first + (out > 0 ? ", \(out) left out" : "") + unseen
    }

    private var uncompared: [String] { requests.compactMap(\.uncompared) }

    private static func bodies(_ count: Int) -> String { count == 1 ? "1 body" : "\(count) bodies" }

    /// `2 bodies were not compared (image/png, text/html): only their status, media type and headers were`; nil if all
    /// were.
    package var remark: String? {
        guard !uncompared.isEmpty else { return nil }
        let isOne = uncompared.count == 1
        let types = Set(uncompared).sorted().joined(separator: ", ")
        return "\(Self.bodies(uncompared.count)) \(isOne ? "was" : "were") not compared (\(types)): "
            + "only \(isOne ? "its" : "their") status, media type and headers were"
    }
}

extension DriftReport {
    /// For a terminal.
    package func lines(_ style: Style = .plain) -> [String] {
        let first = hasDrifted ? style.red(headline) : style.green(headline)
        var lines = [style.bold(first), style.dim("\(recording) against \(backend)".printable)]
        for request in requests where !request.changes.isEmpty {
            lines += ["", style.bold(request.title.printable) + style.dim("  \(request.place)".printable)]
            lines += request.changes.map { "  \("\($0)".printable)" }
        }
        if let remark { lines += ["", style.yellow(remark.printable)] }
        let out = requests.compactMap { request in request.leftOut.map { "  \(request.title): \($0)".printable } }
        return lines + (out.isEmpty ? [] : ["", style.yellow("left out")] + out)
    }

    /// For machines: one object.
    package var json: JSON {
        [
            "event": "drift", "recording": .string(recording), "backend": .string(backend),
            "drifted": .bool(hasDrifted), "summary": .string(headline),
            "notCompared": .text(remark),
            "requests": .array(requests.map(\.json)),
        ]
    }

    /// For a comment or a summary.
    package var markdown: String {
        var lines = ["### \(headline)", "", "`\(recording)` against `\(backend)`"]
        for request in requests where !request.changes.isEmpty {
            lines +=
                ["", "**\(Markdown.escaped(request.title))**", ""]
                + request.changes.map { "- \(Markdown.escaped("\($0)"))" }
        }
        if let remark { lines += ["", Markdown.escaped(remark)] }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension DriftReport.Request {
    fileprivate var json: JSON {
        var members = [JSON.Member("request", .string(title)), JSON.Member("place", .string(place))]
        if let leftOut { members.append(JSON.Member("leftOut", .string(leftOut))) }
        if let uncompared { members.append(JSON.Member("notCompared", .string(uncompared))) }
        members.append(JSON.Member("changes", .array(changes.map(\.json))))
        return .object(members)
    }
}

extension DriftChange {
    fileprivate var json: JSON {
        let text = { (value: String?) -> JSON in .text(value) }
        return [
            "kind": .string(kind.rawValue), "place": .string(place), "was": text(was), "now": text(now),
            "says": .string(description),
        ]
    }
}
