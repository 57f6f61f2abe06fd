import Rehearsal

/// The format of a raw reply: a text, `{ "base64": … }`, or a list of pieces that are sent one after the other.
enum RawFormat {
    static let raw = ValueFormat<[Scenario.Body.Piece]>(
        .anyOf([.string(), .ref(bytes.keys.name), .list(.ref(piece.keys.name))])
    ) { value in
        switch value.kind {
        case .string: return [.init(value.node.string ?? "")]
        case .object: return bytes.read(value).map { [$0] }
        case .array: return value.elements.compactMap { piece.read($0) }
        default:
            let hint = #"write "HTTP/1.1 200 OK\r\n\r\n""#
            return value.wrongType(expected: "a string, an object or a list of pieces", hint: hint)
        }
    } write: { pieces in
        if pieces.count == 1, pieces[0].after <= .zero {
            return pieces[0].bytes.text.map(JSON.string) ?? .object([pieces[0].bytes.member])
        }
        return JSON.list(pieces.map { piece.write($0) })
    }

    static let bytes = ObjectFormat<Scenario.Body.Piece>(
        "rawBytes",
        "\"raw\"",
        topic: "raw",
        new: { .init("") },
        fields: [KeyFormat("base64", "the bytes to send", .base64, \.bytes, requiredExample: #""AP8=""#)],
        rules: [.required(["base64"])]
    )
    .before { fields, _ in
        if fields.node.isEmpty { fields.reportMissing("\"raw\" needs \"base64\"", hint: bytesHint) }
        return fields["base64"] != nil
    }

    static let piece = ObjectFormat<Scenario.Body.Piece>(
        "piece",
        "a piece of \"raw\"",
        topic: "raw",
        new: { .init("") },
        fields: [
            KeyFormat("text", "the bytes as text", .string()) { fields, piece in
                guard let bytes = fields.bytes() else { return false }
                piece.bytes = bytes
                return true
            } write: {
                [$0.bytes.member]
            },
            KeyFormat("base64", "the bytes to send", .ref("base64")),
            KeyFormat("after", "the time since the previous piece", .duration, \.after) { $0 <= .zero },
        ],
        rules: [.exactlyOne(["text", "base64"])]
    )
    .before { fields, _ in
        let present = fields.members(["text", "base64"])
        for other in present.dropFirst() {
            let message = "a piece of \"raw\" has \"text\" or \"base64\", not both"
            fields.reportConflict(other, message, hint: "keep one of them", see: "raw")
        }
        if present.isEmpty { fields.reportMissing("a piece of \"raw\" needs \"text\" or \"base64\"", hint: bytesHint) }
        return true
    }

    private static let bytesHint = #"write { "text": "HTTP/1.1 200 OK\r\n\r\n" } or { "base64": "AP8=" }"#

    static let topic = Topic(
        "raw",
        #"""
        a text, { "base64": … }, or a list of pieces: every byte of the reply, including its head
        lines end in \r\n; each piece is sent in its own TCP segment; "after" is the time since the previous piece
        the connection is closed at the end; status, headers and other bodies cannot be combined with it
        """#,
        example:
            #""raw": [{ "text": "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" }, { "text": "ok", "after": "50ms" }]"#
    )
}

extension [UInt8] {
    /// The bytes as a member of an object: `text` if they are valid UTF-8, otherwise `base64`.
    var member: JSON.Member {
        text.map { .init("text", .string($0)) } ?? .init("base64", .string(Base64.encoded(self)))
    }
}

/// The format of streams of server-sent events.
enum EventFormat {
    static let events = event.value.list()

    static let event = ObjectFormat<Scenario.Body.Event>(
        "event",
        "an event",
        topic: "events",
        new: { .init("") },
        fields: [
            KeyFormat("event", "the type of the event", line, \.event),
            KeyFormat("data", "the data as text", .ref("scalar")) { fields, event in
                guard let name = data(fields), let value = fields[name] else { return false }
                if name == "json" {
                    event = .init(json: value.node.value, event: event.event)
                    return true
                }
                let hint = #"write a string, or "json": { "price": 12 }"#
                guard let text = value.scalar(hint: hint) else { return false }
                event.data = text
                return true
            } write: { event in
                [event.json.map { .init("json", $0) } ?? .init("data", .string(event.data))]
            },
            KeyFormat("text", "the same as \"data\"", .ref("scalar")),
            KeyFormat("json", "the data as JSON on one line", .any),
            KeyFormat("id", "the id that a client sends when it reconnects (Last-Event-ID)", line, \.id),
            KeyFormat("retry", "the milliseconds after which a client reconnects", .integer(0...Int.max), \.retry),
            KeyFormat("after", "the time since the previous event", .duration, \.after) { $0 <= .zero },
        ],
        rules: [.exactlyOne(["data", "text", "json"])]
    )

    /// Reads a stream of events, and whether it repeats `forever`.
    static func read(_ value: DocumentValue, _ fields: ObjectReader) -> Scenario.Body? {
        let isForever = fields.value("forever", .bool) ?? false
        guard let list = events.read(value) else { return nil }
        let isComplete = list.count == value.elements.count
        if isForever, isComplete, !list.contains(where: { $0.after > .zero }), let forever = fields["forever"] {
            let message =
                list.isEmpty
                ? "\"forever\" needs at least one event" : "events that repeat forever need a pause between them"
            let hint = #"add "after": "1s" to one of them"#
            forever.report(message, hint: hint, see: "events")
        }
        return .events(list, forever: isForever)
    }

    /// Returns the only key with the data of an event.
    private static func data(_ fields: ObjectReader) -> String? {
        let present = fields.members(["data", "text", "json"])
        for other in present.dropFirst() {
            let message =
                "an event has its data once, but this one has \(present[0].name.quoted) and \(other.name.quoted)"
            fields.reportConflict(other, message, hint: "keep one of them", see: "events")
        }
        if present.isEmpty {
            let hint = #"write "data": "tick" or "json": { "price": 12 }"#
            fields.reportMissing("an event needs data: clients ignore an event without data", hint: hint)
        }
        return present.first?.name
    }

    /// The format of a text without line breaks, as a field of a stream requires (WHATWG HTML §9.2.6).
    private static let line = ValueFormat<String>(
        .anyOf([.string(pattern: "^[^\\n\\r\\u0000]*$"), .number(Int.min...Int.max), .bool])
    ) { value in
        guard let text = value.scalar() else { return nil }
        if !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\0" }) { return text }
        return value.reject("\(value.noun) contains a line break, which would end the field", see: "events")
    } write: {
        .string($0)
    }

    static let topic = Topic(
        "events",
        """
        each event has its data once: "data" or "text" as text, "json" as JSON on one line
        "after" is the time since the previous event, or since the head
        "forever": true beside "events" repeats the events; at least one of them then needs an "after"
        """,
        example: #""events": [{ "event": "price", "json": { "EUR": 12 }, "after": "1s" }], "forever": true"#
    )
}
