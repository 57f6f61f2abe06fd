import Rehearsal
import RehearsalPlatform

/// The format of bodies of replies; each kind of body is a key of the reply.
enum BodyFormat {
    /// A kind of body: its key and its format, which writes nil for a body of another kind.
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
            "the body as problem details (RFC 9457); type and status are added",
            problem.case({ .problem($0) }, { if case .problem(let value) = $0 { value } else { nil } })
        ),
        Kind("text", "the body as text", ValueFormat.text.case({ .text($0) }, { $0.writtenText })),
        Kind(
            "html",
            "the body as text with the media type text/html",
            ValueFormat.text.case({ .text($0) }, { _ in nil })
        ),
        Kind(
            "base64",
            "the body as bytes, encoded with Base64",
            ValueFormat.base64.case({ .bytes($0) }, { $0.writtenBytes })
        ),
        Kind("file", "the path of a file beside the scenario, whose content is the body", file),
        Kind(
            "recording",
            "a recorded reply: \"users/list\", or { \"har\": \"users\", \"get\": \"/users\" }",
            recording
        ),
        Kind(
            "events",
            "the body as a stream of server-sent events",
            EventFormat.events.case({ .events($0) }, { if case .events(let events, _) = $0 { events } else { nil } })
        ),
        Kind(
            "raw",
            "every byte of the reply, including its head",
            RawFormat.raw.case({ .raw($0) }, { if case .raw(let pieces) = $0 { pieces } else { nil } })
        ),
    ]

    static let file = ValueFormat<Scenario.Body>(.string(), read: { $0.file() }, write: { _ in nil })

    static let recording = ValueFormat<Scenario.Body>(
        RecordingFormat.shape,
        read: { $0.recordedReply()?.body },
        write: { _ in nil }
    )

    private static let problem = ValueFormat<JSON>(.dictionary(.any)) { value in
        value.expect(.object) ? value.node.value : nil
    } write: {
        $0
    }

    /// The keys of bodies.
    static let kinds = all.map(\.name)

    static let fields = all.map { kind in
        KeyFormat<ReplyFormat.Draft>(
            kind.name,
            kind.purpose,
            kind.format.shape,
            write: { draft in kind.format.write(draft.reply.body).map { [JSON.Member(kind.name, $0)] } ?? [] }
        )
    }

    /// Reads the body of a reply; reports an error and returns false if the body is wrong.
    static func read(_ fields: ObjectReader, into reply: inout Scenario.Reply) -> Bool {
        let bodies = fields.members(kinds)
        for other in bodies.dropFirst() {
            let message = "a reply has one body, but this one has \(bodies[0].name.quoted) and \(other.name.quoted)"
            fields.reportConflict(other, message, hint: "keep one of them")
        }
        guard let name = bodies.first?.name, let value = fields[name] else { return true }
        switch name {
        case "recording":
            // The recorded reply comes first, so that the other keys change it.
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
    /// The media type of a body of bytes, which a document states as the header Content-Type.
    var statedType: String? {
        if case .bytes(_, let type) = self { type } else { nil }
    }

    /// The text of a body that is written as text.
    fileprivate var writtenText: String? {
        switch self {
        case .text(let text): text
        // Bytes without a type are not written as text, because text would get a default type.
        case .bytes(let bytes, .some): bytes.text
        default: nil
        }
    }

    /// The bytes of a body that is written as Base64.
    fileprivate var writtenBytes: [UInt8]? {
        if case .bytes(let bytes, _) = self, writtenText == nil { bytes } else { nil }
    }
}
