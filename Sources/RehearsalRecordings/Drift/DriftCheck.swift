package import Rehearsal
package import RehearsalDocuments
package import RehearsalHTTP
import RehearsalRedaction

/// Compares what a backend answers to one request with what was recorded of it.
package struct DriftCheck: Sendable {
    /// What was recorded, in order; what differs between repeats is no drift.
    package var recorded: [DriftAnswer]
    /// What nobody wants to hear of.
    package var ignored: DriftIgnored
    /// Members that hold one of a few words, whatever the recording shows of them.
    package var words: [DriftPlace]

    package init(_ recorded: [DriftAnswer], ignoring ignored: DriftIgnored = DriftIgnored(), words: [DriftPlace] = []) {
        (self.recorded, self.ignored, self.words) = (recorded, ignored, words)
    }

    /// What has changed.
    ///
    /// - Parameter answers: what the backend answers now to that request, once or more often: what differs between
    ///   them differs from one moment to the next.
    package func changes(in answers: [DriftAnswer]) -> [DriftChange] {
        guard let first = answers.first, !recorded.isEmpty else { return [] }
        guard let (alike, same) = alike(answers) else {
            let statuses = Set(recorded.map(\.status)).sorted().map { "\($0)" }
            return [DriftChange(.status, was: statuses.joined(separator: " or "), now: "\(first.status)")]
        }
        return mediaType(alike[0], same[0]) + HeaderDrift(alike, same, ignored).changes
            + bodies(alike, same).map(\.withoutSecrets)
    }

    /// The media type of what was recorded and is no document, so that nothing is known of a body that is another now;
    /// nil if there is no such body, or nobody wants to hear of it.
    package func uncompared(in answers: [DriftAnswer]) -> String? {
        guard let (alike, same) = alike(answers), !ignored.ignores(.root) else { return nil }
        let bodies = Set(alike.map(\.body))
        guard !bodies.contains([]), Self.shape(of: alike) == nil else { return nil }
        let isOther = same.contains { !$0.body.isEmpty && !bodies.contains($0.body) }
        return isOther ? alike.first?.mediaType ?? "no media type" : nil
    }

    /// The recorded answers and those of now that have one status; nil if none has.
    private func alike(_ answers: [DriftAnswer]) -> (recorded: [DriftAnswer], now: [DriftAnswer])? {
        // One that is as it was shows that it may still be so.
        let shown = answers.first { answer in recorded.contains { $0.status == answer.status } }
        guard let status = shown?.status else { return nil }
        return (recorded.filter { $0.status == status }, answers.filter { $0.status == status })
    }

    /// What every answer of now shows.
    private func bodies(_ recorded: [DriftAnswer], _ answers: [DriftAnswer]) -> [DriftChange] {
        let all = answers.map { body(recorded, $0) }
        return (all.first ?? []).filter { change in
            all.allSatisfy { $0.contains { $0.kind == change.kind && $0.place == change.place } }
        }
    }

    private func mediaType(_ before: DriftAnswer, _ now: DriftAnswer) -> [DriftChange] {
        guard before.mediaType != now.mediaType, !ignored.ignores(header: "Content-Type") else { return [] }
        return [DriftChange(.mediaType, was: before.mediaType, now: now.mediaType)]
    }

    private func body(_ recorded: [DriftAnswer], _ now: DriftAnswer) -> [DriftChange] {
        if ignored.ignores(.root) { return [] }
        if now.body.isEmpty { return recorded.allSatisfy { !$0.body.isEmpty } ? [DriftChange(.emptied)] : [] }
        guard let (form, before) = Self.shape(of: recorded) else { return [] }
        // One that says of itself that it is something else has been named for that, unless nobody is to hear it.
        let isNamed = now.form != form && now.mediaType != nil && !ignored.ignores(header: "Content-Type")
        var shape = BodyShape()
        // A document in JSON is one, whatever it is called; anything may be a table.
        guard form == .json || !isNamed, form.note(now.body, now.type, in: &shape) else {
            return isNamed ? [] : [DriftChange(.unreadable, was: form.rawValue)]
        }
        let words = FewWords(declared: words)
        let terms = BodyShape.Terms(ignored: ignored, words: words, isTyped: form == .json)
        let folded = NumberedNames.folding(before, shape)
        return folded.before.changes(to: folded.now, terms)
    }

    /// What the documents show that were recorded, all of one form; nil if none was.
    private static func shape(of recorded: [DriftAnswer]) -> (DocumentForm, BodyShape)? {
        // The same answer again is no further evidence.
        var seen: Set<[UInt8]> = []
        let bodies = recorded.filter { seen.insert($0.body).inserted }
        for form in DocumentForm.allCases {
            var shape = BodyShape()
            let alike = bodies.filter { $0.form == form && form.note($0.body, $0.type, in: &shape) }
            if !alike.isEmpty { return (form, shape) }
        }
        return nil
    }
}

/// What has changed in the headers of answers to one request.
struct HeaderDrift {
    let recorded: [DriftAnswer]
    let answers: [DriftAnswer]
    let ignored: DriftIgnored

    init(_ recorded: [DriftAnswer], _ answers: [DriftAnswer], _ ignored: DriftIgnored) {
        (self.recorded, self.answers, self.ignored) = (recorded, answers, ignored)
    }

    var changes: [DriftChange] {
        let redaction = SessionRedaction.made()
        return found.map { change in
            // Of a cookie nothing but its name is known here.
            if change.place.contains(" ") { return change }
            var change = change
            change.was = change.was.map { redaction.header(name: change.place, value: $0) }
            change.now = change.now.map { redaction.header(name: change.place, value: $0) }
            return change
        }
    }

    private var found: [DriftChange] {
        let before = recorded.map { Self.values(of: $0) }
        let now = answers.map { Self.values(of: $0) }
        guard let first = now.first else { return [] }
        let names = Set(before.flatMap(\.keys)).union(first.keys).sorted()
        return names.compactMap { name in
            guard name != "content-type", !ignored.ignores(header: name) else { return nil }
            return change(of: name, before.map { $0[name] }, now.map { $0[name] })
        }
    }

    private func change(of name: String, _ before: [String?], _ now: [String?]) -> DriftChange? {
        let shown = Self.shown(name)
        guard let value = now[0] else {
            guard now.allSatisfy({ $0 == nil }), let was = before.last ?? nil, before.allSatisfy({ $0 != nil }) else {
                return nil
            }
            return DriftChange(.headerRemoved, shown, was: was)
        }
        guard before.contains(where: { $0 != nil }) else {
            guard now.allSatisfy({ $0 != nil }) else { return nil }
            return DriftChange(.headerAdded, shown, now: value)
        }
        // Another one each time, whether in the recording or just now.
        guard Set(before).count == 1, Set(now).count == 1, let was = before[0], was != value else { return nil }
        if Placeholder.covers(Array(was.utf8), Array(value.utf8)) { return nil }
        return DriftChange(.headerChanged, shown, was: was, now: value)
    }

    /// Values by their lower-case names; of cookies their names alone count, because each client has others.
    private static func values(of answer: DriftAnswer) -> [String: String] {
        var values: [String: String] = [:]
        for field in answer.headers.fields {
            guard let value = field.value else { continue }
            let name = field.name.lowercased()
            if name == "set-cookie" {
                let cookie = value.prefix { $0 != "=" && $0 != ";" }
                values["set-cookie \(cookie)"] = "set"
            } else {
                values[name] = values[name].map { "\($0), \(value)" } ?? value
            }
        }
        return values
    }

    /// As headers are written: `X-Page-Count`.
    private static func shown(_ name: String) -> String {
        name.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}

/// What a backend answered, once when it was recorded and once more now: as much as can be compared.
package struct DriftAnswer: Sendable {
    package var status: Int
    package var headers: Scenario.Headers
    /// Without a content coding.
    package var body: [UInt8]

    package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// What was just answered, with its content coding taken off.
    package init(_ reply: RecordedExchange.Reply) {
        self.init(reply.status, headers: reply.headers, body: ContentCoding(reply.body, headers: reply.headers).bytes)
    }

    /// What was recorded, as if another backend had answered it: what leads to the recorded one leads to that.
    package init(_ exchange: InspectedExchange, from origin: String, to other: String) {
        var headers = exchange.headers
        for index in headers.fields.indices where origin != other {
            headers.fields[index].value = headers.fields[index].value?.replacing(origin, with: other)
        }
        self.init(exchange.status, headers: headers, body: exchange.body)
    }

    /// `application/json`; nil if nothing is said.
    package var mediaType: String? {
        headers["Content-Type"].map { type in
            String(type.prefix { $0 != ";" }).filter { !$0.isWhitespace }.lowercased()
        }
    }

    /// What the header says of the body.
    package var type: MediaType { MediaType(headers["Content-Type"] ?? "") }

    /// How the body is said to be written; nil if it is said to be no document. Without a word it may be JSON.
    package var form: DocumentForm? { headers["Content-Type"] == nil ? .json : DocumentForm(type) }
}
