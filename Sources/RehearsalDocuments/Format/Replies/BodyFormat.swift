import Rehearsal
import RehearsalPlatform

/// Bodies of replies, each kind a key of the reply.
enum BodyFormat {
    /// A kind of body: its key, and its value, which is written as nil where a body is another kind.
    private struct Kind: Sendable {
        let name: String
        let purpose: String
        let format: ValueFormat<Scenario.Body>

        init(_ name: String, _ purpose: String, _ format: ValueFormat<Scenario.Body>) {
            (self.name, self.purpose, self.format) = (name, purpose, format)
        }
    }

    private static let all = [
        Kind(
            "json",
            "the body as JSON",
            ValueFormat.any.case({ .json($0) }, { if case .json(let value) = $0 { value } else { nil } })
        ),
        Kind(
            "problem",
            "the body as a problem (RFC 9457); type and status are filled in",
            problem.case({ .problem($0) }, { if case .problem(let value) = $0 { value } else { nil } })
        ),
        Kind("text", "the body as a text", ValueFormat.text.case({ .text($0) }, { $0.writtenText })),
        Kind("html", "the body as a text of the type text/html", ValueFormat.text.case({ .text($0) }, { _ in nil })),
        Kind("base64", "the body as bytes", ValueFormat.base64.case({ .bytes($0) }, { $0.writtenBytes })),
        Kind("file", "a file beside the scenario that is the body", file),
        Kind(
            "recording",
            "a recorded reply: \"users/list\", or { \"har\": \"users\", \"get\": \"/users\" }",
            recording
        ),
        Kind(
            "events",
            "the body as a stream of events",
            EventFormat.events.case({ .events($0) }, { if case .events(let events, _) = $0 { events } else { nil } })
        ),
        Kind(
            "raw",
            "every byte of the reply, its head too",
            RawFormat.raw.case({ .raw($0) }, { if case .raw(let pieces) = $0 { pieces } else { nil } })
        ),
    ]

    static let file = ValueFormat<Scenario.Body>(.string(), read: { $0.file() }, write: { _ in nil })

    static let recording = ValueFormat<Scenario.Body>(
        RecordingFormat.shape,
        read: { $0.recordedReply()?.body },
        write: { _ in nil }
    )

    private static let problem = ValueFormat<JSON>(.map(.any)) { value in
        value.expect(.object) ? value.node.value : nil
    } write: {
        $0
    }

    /// The keys that are bodies.
    static let kinds = all.map(\.name)

    static let fields = all.map { kind in
        Field<ReplyFormat.Draft>(
            kind.name,
            kind.purpose,
            kind.format.shape,
            write: { draft in kind.format.write(draft.reply.body).map { [JSON.Member(kind.name, $0)] } ?? [] }
        )
    }

    /// Reads the one body of a reply; false if it could not be read.
    static func read(_ fields: Fields, into reply: inout Scenario.Reply) -> Bool {
        let bodies = fields.members(kinds)
        for other in bodies.dropFirst() {
            let message = "a reply has one body, this one has \(bodies[0].name.quoted) and \(other.name.quoted)"
            fields.conflict(other, message, hint: "keep one of them")
        }
        guard let name = bodies.first?.name, let value = fields[name] else { return true }
        switch name {
        case "recording":
            // The recorded reply comes first, so that what stands beside it changes it.
            guard let recorded = value.recordedReply() else { return false }
            reply = recorded
        case "events":
            guard let events = EventFormat.read(value, fields) else { return false }
            reply.body = events
        default:
            guard let content = all.first(where: { $0.name == name })?.format.read(value) else { return false }
            reply.body = content
            if name == "html" { reply.headers.append("Content-Type", "text/html; charset=utf-8") }
        }
        return true
    }
}

extension Scenario.Body {
    /// The media type of bytes, which a document can only say as a header.
    var statedType: String? {
        if case .bytes(_, let type) = self { type } else { nil }
    }

    /// The text of a body that is written as one.
    fileprivate var writtenText: String? {
        switch self {
        case .text(let text): text
        // Without a type of theirs, bytes that are written as a text would be given one.
        case .bytes(let bytes, .some): bytes.text
        default: nil
        }
    }

    /// The bytes of a body that is written as Base64.
    fileprivate var writtenBytes: [UInt8]? {
        if case .bytes(let bytes, _) = self, writtenText == nil { bytes } else { nil }
    }
}
