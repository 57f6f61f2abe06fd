import Rehearsal
import RehearsalServer

/// An exchange with its reply, as the document of an operation.
struct ExchangeDetail {
    let exchange: Backend.CapturedExchange
    let availability: Backend.ReplyAvailability
    let backend: Backend

    /// The maximum number of bytes of a body in the document.
    static let maximumBody = 1 << 20

    var json: JSON {
        let line = exchange.entry.ndjsonLine(backend.redaction)
        guard case .object(let members)? = try? JSON(parsing: line) else { return .null }
        return .object(
            members + [
                JSON.Member("number", .integer(exchange.entry.ordinal)),
                JSON.Member("startedAt", .integer(backend.startedAt)),
                JSON.Member("bodyTruncated", .bool(exchange.entry.body.length > exchange.entry.body.kept.count)),
                JSON.Member("reply", reply),
                JSON.Member("capture", .string(availability.rawValue)),
            ]
        )
    }

    private var reply: JSON {
        guard let sent = exchange.sent else { return .null }
        let reply = CapturedReply(sent, toHead: exchange.entry.method == "HEAD")
        let redaction = backend.redaction
        let fields = reply.headers.fields.map { field in
            let value = String(field.value ?? "")
            return JSON.array([.string(field.name), .string(redaction.header(name: field.name, value: value))])
        }
        return [
            "version": .string(reply.version),
            "status": .integer(reply.status),
            "reason": .string(reply.reason),
            "headers": .array(fields),
            "body": body(redaction.body(reply.body), of: reply, sent),
            "firstByteAt": .integer(sent.firstAt),
            "lastByteAt": .integer(sent.lastAt),
            "http": .bool(reply.isHTTP),
        ]
    }

    private func body(_ bytes: [UInt8], of reply: CapturedReply, _ sent: Journal.SentBytes) -> JSON {
        let kept = Array(bytes.prefix(Self.maximumBody))
        let decoded = String(decoding: kept, as: UTF8.self)
        let isText = decoded.utf8.elementsEqual(kept)
        return .object([
            JSON.Member("length", .integer(max(bytes.count, sent.length - reply.headLength))),
            JSON.Member("complete", .bool(reply.isWhole && kept.count == bytes.count)),
            isText ? JSON.Member("kept", .string(decoded)) : JSON.Member("keptBase64", .string(Base64.encoded(kept))),
        ])
    }

    static let schema = OpenAPI.object([
        "event": ["type": "string"], "number": ["type": "integer"],
        "method": ["type": "string"], "target": ["type": "string"],
        "headers": ["type": "array", "items": ["type": "array", "items": ["type": "string"]]],
        "body": ["type": "object", "description": "kept or keptBase64, and the length of the whole body"],
        "status": ["type": ["integer", "null"]],
        "nearest": [
            "type": "array", "items": ["type": "string"],
            "description": "for an unexpected request, the nearest endpoints and their differences",
        ],
        "reply": [
            "type": ["object", "null"],
            "description": .string(
                "the reply as it was sent; null if it was not captured. Replies are captured while a client reads the "
                    + "events of the session, and with --har"
            ),
        ],
        "capture": [
            "enum": .array(Backend.ReplyAvailability.allCases.map { .string($0.rawValue) }),
            "description": .string(
                "pending if the exchange has not ended and no byte of the reply is available; empty if the server sent "
                    + "no byte; discarded if newer replies needed the memory of the captured bytes; none if the reply was "
                    + "sent while replies were not captured"
            ),
        ],
    ])
}
