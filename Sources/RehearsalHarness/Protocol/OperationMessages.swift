import Rehearsal
import RehearsalContracts

/// An element of `ops` in a hello message.
extension Declaration.Operation: MessageCodable {
    static let coding = MessageCoding.object(
        Declaration.Operation("", .get, "/", reply: Declaration.RecordedReply(200)),
        [
            .init("op", \.name, as: nameForm, isRequired: true),
            .init("method", \.method, isRequired: true),
            .init("path", \.path, as: .path, isRequired: true),
            .init("args", \.args),
            .init("body", \.details.body),
            .init("idempotent", \.isIdempotent),
            .init("void", \.isVoid),
            .init("idempotencyKey", \.details.hasIdempotencyKey, omittedIf: { !$0 }),
            .init("needsToken", \.details.needsToken, omittedIf: { $0 }),
            .init("joinsParallelCalls", \.details.joinsParallelCalls, omittedIf: { !$0 }),
            .init("parallel", \.isParallel, omittedIf: { $0 }),
            .init("reply", \.reply),
            .init("value", \.details.value),
            .init("fields", \.fields),
            .init("domainErrors", \.details.domainErrors, as: String.coding.byStatus, omittedIf: \.isEmpty),
            .init("stored", \.details.stored, as: storedForm),
            .init("refuses", \.details.rejectedReplies, as: refusedForm, omittedIf: \.isEmpty),
            .init("throws", \.details.errorTypes, omittedIf: \.isEmpty),
            .init("query", \.details.arguments.query, as: .names, omittedIf: \.isEmpty),
            .init("headerArgs", \.details.arguments.headers, as: .names, omittedIf: \.isEmpty),
            .init("invalid", \.details.arguments.invalid, omittedIf: \.isEmpty),
            .init("pages", \.details.pages),
            .init("ifMatch", \.details.ifMatch),
            .init("rows", \.details.rowAction),
        ],
        then: complete
    )

    /// Sets the reply of an operation that declares none, and adds a remark if the arguments are not an object.
    @Sendable private static func complete(_ operation: inout Self, _ message: MessageValue) throws {
        if message["reply"] == nil {
            if !operation.isVoid { _ = try message.member("reply") }
            operation.reply = Declaration.RecordedReply(204)
        }
        if let args = message["args"], !args.isObject {
            args.addRemark("is not an object, so the rule REQ-02 cannot test its arguments")
        }
    }

    private static let nameForm = String.coding.checked { name, message in
        guard name.isInOneLine else { throw message.mismatch("a name of visible characters on one line") }
    }

    private static let storedForm = MessageCoding<(key: String, value: JSON)>.object(
        ("", .null),
        [.init("key", \.key, isRequired: true), .init("value", \.value, isRequired: true)]
    )

    /// The form of the replies that a client must reject: `{"end before start": {"/ends_at": "2020-01-01T00:00:00Z"}}`.
    private static let refusedForm = MessageCoding<[Declaration.RejectedReply]>(
        "an object of names, each with an object of JSON Pointers and new values"
    ) { json in
        guard case .object(let answers) = json else { return nil }
        var refused: [Declaration.RejectedReply] = []
        for answer in answers {
            guard case .object(let changes) = answer.value else { return nil }
            refused.append(Declaration.RejectedReply(answer.name, changes))
        }
        return refused
    } write: { answers in
        .object(answers.map { JSON.Member($0.name, .object($0.changes)) })
    }.checked { answers, message in
        if answers.isEmpty { message.addRemark("is empty and has no effect") }
    }
}

extension Declaration.RowAction: MessageCodable {
    static let coding = MessageCoding.object(
        Declaration.RowAction(of: "", path: "/"),
        [
            .init("list", \.list, isRequired: true),
            .init("path", \.path, as: .path, isRequired: true),
            .init("id", \.identifier),
        ]
    )
}

extension Declaration.Field.Kind: MessageCodable {}

extension ScreenTemplate: MessageCodable {}

extension Declaration.Field: MessageCodable {
    static let coding = MessageCoding.object(
        Declaration.Field("", .string),
        [
            .init("path", \.path, isRequired: true),
            .init("required", \.isRequired),
            .init("kind", \.kind, isRequired: true),
            .init("words", \.words, omittedIf: \.isEmpty),
        ]
    ) { field, message in
        if let words = message["words"], field.words.isEmpty {
            words.addRemark("is empty and has no effect")
        }
    }
}

extension Declaration.RecordedReply: MessageCodable {
    /// Returns the reply, after the same checks as for a reply in a hello message.
    ///
    /// - Throws: ``MessageError`` with a path that begins with `path`, for a reply that is not valid.
    package func validated(at path: String) throws -> Self {
        try Self.coding.read(MessageValue(Self.coding.write(self), at: path))
    }

    private static let recorded = MessageKey<String>("recorded")

    /// The form of a reply whose status, header fields and body are in the message.
    private static let inline = MessageCoding.object(
        Declaration.RecordedReply(200),
        expecting: nil,
        [
            .init("status", \.status, as: .status),
            .init("headers", \.headers, as: Scenario.Headers.sendable),
            MessageField(read: readBody, write: writeBody),
        ]
    )

    /// The form of a reply: the name of a recording, or a reply with its body in `json`, `text` or `bodyBase64`.
    static let coding = MessageCoding<Declaration.RecordedReply> { message in
        guard case .string(let name)? = message.json[recorded.name] else { return try inline.read(message) }
        // The recording replaces the other members. They are marked as read, so that no remark is added.
        if case .object(let members) = message.json { for member in members { _ = message[member.name] } }
        var reply = Declaration.RecordedReply(200)
        reply.source = .recording(name)
        return reply
    } write: { reply in
        reply.recording.map { .object([recorded.member($0)]) } ?? inline.write(reply)
    }

    private static let text = MessageKey<String>("text")
    private static let bytes = MessageKey("bodyBase64", .base64)
    private static let document = MessageKey<JSON>("json")

    @Sendable private static func readBody(_ message: MessageValue, _ reply: inout Self) throws {
        // All three members are read, so that no remark says that one of them is unknown.
        let (hasText, hasBytes) = (message[text.name] != nil, message[bytes.name] != nil)
        let json = try message[document]
        // The document may be null, which the subscript does not distinguish from a missing member.
        if message.json[document.name] != nil {
            reply.body = (json ?? .null).bytes()
        } else if hasText {
            reply.body = Array(try message.required(text).utf8)
        } else if hasBytes {
            reply.body = try message.required(bytes)
        }
    }

    /// Returns the body as JSON if this preserves its bytes, otherwise as text or Base64.
    @Sendable private static func writeBody(_ reply: Self) -> JSON.Member? {
        let string = String(decoding: reply.body, as: UTF8.self)
        guard Array(string.utf8) == reply.body else { return bytes.member(reply.body) }
        if let json = try? JSON(parsing: reply.body), json.bytes() == reply.body { return document.member(json) }
        return string.isEmpty ? nil : text.member(string)
    }
}

/// An element of `promises` in a hello message.
extension Declaration.Promise: MessageCodable {
    static let coding = MessageCoding.object(
        Declaration.Promise("", "", of: "", playing: .null),
        [
            .init("id", \.id, as: .clauseName, isRequired: true),
            .init("says", \.statement),
            .init("op", \.operation, as: .clauseName, isRequired: true),
            .init("scenario", \.source, as: sourceForm, omittedIf: { $0 == .null }),
            .init("template", \.template),
            .init("deletes", \.deletion),
            .init("dependsOn", formerly: formerDependsOn, \.dependsOn),
            .init("outcome", \.outcome),
            .init("fresh", \.mustBeFresh, omittedIf: { !$0 }),
            .init("store", \.store, as: storeForm),
            .init("online", \.isOnline, omittedIf: { $0 }),
            .init("token", \.token),
            .init("refreshToken", \.refreshToken),
        ]
    ) { promise, message in
        if let template = promise.template {
            if message["scenario"] != nil {
                throw MessageError(message.place, "expected a scenario or a template, found both")
            }
            if message["says"] == nil { promise.statement = template.statement }
            if message["dependsOn"] == nil { promise.dependsOn = template.dependsOn }
            return
        }
        for name in ["says", "scenario"] { _ = try message.member(name) }
        if message["dependsOn"] == nil, message[formerDependsOn] == nil {
            promise.dependsOn = defaultPrerequisites(of: promise.outcome)
        }
    }

    private static let formerDependsOn = "restsOn"

    /// The form of the content of a client's store. An empty store is written as null.
    private static let storeForm = MessageCoding<[String: JSON]>(
        read: [String: JSON].coding.read,
        write: { $0.isEmpty ? .null : [String: JSON].coding.write($0) }
    )

    private static let sourceForm = JSON.coding.checked { source, message in
        switch source {
        case .string, .object: break
        default: throw message.mismatch("the name of a scenario file, or a scenario as an object")
        }
    }

    /// Returns the default prerequisites: the rules on successes, and the rule on the status of the expected failure.
    private static func defaultPrerequisites(of outcome: ClientOutcome?) -> [String] {
        let successes = ["STAT-01", "STAT-05"]
        return switch outcome?.status ?? 0 {
        case 400..<500: successes + ["STAT-02"]
        case 500..<600: successes + ["STAT-04"]
        default: successes
        }
    }
}

extension DeclaredPages: MessageCodable {
    static let coding = MessageCoding.object(
        DeclaredPages(.token),
        [
            .init("kind", \.kind, isRequired: true),
            .init("parameter", \.parameter, omittedIf: \.isEmpty),
            .init("next", \.next, as: pointer, omittedIf: \.isEmpty),
            .init("items", \.items, as: pointer),
            .init("id", \.id, as: pointer),
            .init("size", \.size, as: .integer(in: 1...1_000), omittedIf: { $0 == 20 }),
            .init("incremental", \.isIncremental, omittedIf: { !$0 }),
        ]
    ) { pages, message in
        if pages.kind != .link, pages.parameter.isEmpty { _ = try message.member("parameter") }
        if pages.kind == .token, pages.next.isEmpty { _ = try message.member("next") }
    }

    private static let pointer = String.coding.checked { text, message in
        guard JSON.Pointer(text) != nil else { throw message.mismatch("a JSON Pointer such as /items") }
    }
}

extension MessageCoding<[String: String]> {
    /// The form of an object whose values are names.
    static let names = MessageCoding(
        read: { message in
            var names: [String: String] = [:]
            for (name, value) in try message.members() { names[name] = try String.coding.read(value) }
            return names
        },
        write: { .object($0.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }) }
    )
}
