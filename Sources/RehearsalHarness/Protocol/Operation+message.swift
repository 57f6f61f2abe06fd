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
        refused = try value["refuses"]?.refusedAnswers() ?? []
        if let args = value["args"], !args.isObject {
            args.doubt("is not an object, so that the rule REQ-02 cannot name an argument")
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
            "refuses": refused.isEmpty
                ? nil : .object(refused.map { JSON.Member($0.name, .object($0.changes)) }),
        ])
    }
}

extension Declaration.Field {
    init(_ value: MessageValue) throws(MessageError) {
        self.init(
            try value.member("path").string(),
            try value.member("kind").word(),
            isRequired: try value["required"]?.bool() ?? true,
            words: try value["words"]?.each { value throws(MessageError) in try value.string() } ?? []
        )
        if let words = value["words"], self.words.isEmpty { words.doubt("is empty, so that it declares no word") }
    }

    var message: JSON {
        .message([
            "path": .string(path), "required": .bool(isRequired), "kind": .string(kind.rawValue),
            "words": words.isEmpty ? nil : .array(words.map(JSON.string)),
        ])
    }
}

extension MessageValue {
    /// Answers that an operation must refuse: `{"end before start":{"/ends_at":"2020-01-01T00:00:00Z"}}`.
    fileprivate func refusedAnswers() throws(MessageError) -> [Declaration.RefusedAnswer] {
        guard case .object(let answers) = json else { throw wrong("an object of objects, by name and JSON Pointer") }
        if answers.isEmpty { doubt("is empty, so that it declares no answer") }
        var refused: [Declaration.RefusedAnswer] = []
        for answer in answers {
            guard case .object(let changes) = answer.value else {
                throw wrong("an object of objects, by name and JSON Pointer")
            }
            refused.append(Declaration.RefusedAnswer(answer.name, changes))
        }
        return refused
    }
}
