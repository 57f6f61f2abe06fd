import Rehearsal

extension DocumentReader {
    /// A stream of server-sent events, with `forever` beside it.
    mutating func events(_ node: JSONDocument.Node, _ fields: Fields) -> Scenario.Body? {
        let isForever = fields["forever"].flatMap { bool($0, in: "\"forever\"") } ?? false
        guard expect(node, .array, in: "\"events\"") else { return nil }
        var events: [Scenario.Body.Event] = []
        var isWhole = true
        for element in node.elements {
            if let event = event(element) { events.append(event) } else { isWhole = false }
        }
        if isForever, isWhole, !events.contains(where: { $0.after > .zero }), let forever = fields["forever"] {
            let message =
                events.isEmpty
                ? "no event cannot go on for ever" : "events that go on for ever need a pause between them"
            let hint = #"write "after": "1s" into one of them"#
            report(.badValue, at: forever.range, message, hint: hint, see: "events")
        }
        return .events(events, forever: isForever)
    }

    private mutating func event(_ node: JSONDocument.Node) -> Scenario.Body.Event? {
        guard let fields = fields(of: node, .event) else { return nil }
        let name = line(fields["event"], in: "\"event\"")
        let id = line(fields["id"], in: "\"id\"")
        let retry = integer(fields["retry"], in: "\"retry\"", 0...Int.max)
        let after = duration(fields["after"], in: "\"after\"") ?? .zero
        guard let member = data(fields) else { return nil }
        if member.name == "json" {
            return .init(json: member.value.value, event: name, id: id, retry: retry, after: after)
        }
        let hint = #"write a string, or "json": { "price": 12 }"#
        guard let data = scalar(member.value, in: member.name.quoted, hint: hint) else { return nil }
        return .init(data, event: name, id: id, retry: retry, after: after)
    }

    /// The one that says the data.
    private mutating func data(_ fields: Fields) -> JSONDocument.Member? {
        let given = fields.members(["data", "text", "json"])
        for other in given.dropFirst() {
            let message = "an event has its data once, this one has \(given[0].name.quoted) and \(other.name.quoted)"
            report(.conflict, at: other.nameRange, message, hint: "keep one of them", see: "events")
        }
        guard let member = given.first else {
            let hint = #"write "data": "tick" or "json": { "price": 12 }"#
            let brace = fields.node.range.prefix(1)
            report(.missingKey, at: brace, "an event without data is none to a client", hint: hint, see: "events")
            return nil
        }
        return member
    }

    /// A text that fits in one line of a stream (WHATWG HTML §9.2.6).
    private mutating func line(_ node: JSONDocument.Node?, in what: String) -> String? {
        guard let node, let text = scalar(node, in: what) else { return nil }
        if !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\0" }) { return text }
        report(.badValue, at: node.range, "\(what) holds the end of a line, which would end the field", see: "events")
        return nil
    }
}
