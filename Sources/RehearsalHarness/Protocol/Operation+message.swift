import Rehearsal
import RehearsalContracts

extension Declaration.Operation {
    /// An element of a hello's `ops`.
    init(_ value: MessageValue) throws(MessageError) {
        let isVoid = try value["void"]?.bool() ?? false
        let name = try value.member("op")
        guard try name.string().isInOneLine else { throw name.wrong("a name in one line, in characters that are seen") }
        self.init(
            try name.string(),
            try value.member("method").method(),
            try value.member("path").path(),
            args: value["args"]?.json ?? [:],
            body: value["body"]?.json,
            isIdempotent: try value["idempotent"]?.bool(),
            isVoid: isVoid,
            hasIdempotencyKey: try value["idempotencyKey"]?.bool() ?? false,
            reply: isVoid && value["reply"] == nil
                ? Declaration.RecordedReply(204) : try Declaration.RecordedReply(value.member("reply")),
            value: value["value"]?.json,
            fields: try value["fields"]?.each { value throws(MessageError) in try Declaration.Field(value) }
        )
        if let needsToken = value["needsToken"] { self.needsToken = try needsToken.bool() }
        if let isParallel = value["parallel"] { self.isParallel = try isParallel.bool() }
        if let errors = value["domainErrors"] {
            domainErrors = try errors.byStatus { word throws(MessageError) in try word.string() }
        }
        if let stored = value["stored"] {
            self.stored = (try stored.member("key").string(), try stored.member("value").json)
        }
    }

    /// The member that names a recorded answer.
    static let recordedName = "recorded"

    /// As a hello says it.
    ///
    /// - Parameter recording: where its answer is recorded, if that is still to be found.
    func message(recording: String?) -> JSON {
        .message([
            "op": .string(name),
            "method": .string(method.rawValue),
            "path": .string(path),
            "args": args,
            "body": body,
            "idempotent": .bool(isIdempotent),
            "void": .bool(isVoid),
            "idempotencyKey": hasIdempotencyKey ? true : nil,
            "needsToken": needsToken ? nil : false,
            "parallel": isParallel ? nil : false,
            "reply": recording.map { [Self.recordedName: .string($0)] } ?? reply.message,
            "value": value,
            "fields": fields.map { .array($0.map(\.message)) },
            "domainErrors": domainErrors.isEmpty
                ? nil
                : .object(domainErrors.sorted { $0.key < $1.key }.map { JSON.Member("\($0.key)", .string($0.value)) }),
            "stored": stored.map { ["key": .string($0.key), "value": $0.value] },
        ])
    }
}

extension Declaration.Field {
    init(_ value: MessageValue) throws(MessageError) {
        self.init(
            try value.member("path").string(),
            try value.member("kind").word(),
            isRequired: try value["required"]?.bool() ?? true
        )
    }

    var message: JSON { ["path": .string(path), "required": .bool(isRequired), "kind": .string(kind.rawValue)] }
}
