package import Rehearsal

/// The format of scenario documents as a JSON Schema, for `rehearsal schema` and for completion in editors.
///
/// The schema accepts the same documents as the reader, except for rules that JSON Schema cannot express: unique keys,
/// existing files, comparisons of values.
package enum ScenarioSchema {
    /// A definition that other parts of the schema refer to by its name.
    struct Definition: Sendable {
        let name: String
        /// The keys of an object; nil for other values, and for a variant that shares the keys of another definition.
        let keys: ObjectKeys?
        let shape: Shape

        init(_ name: String, _ shape: Shape) { (self.name, keys, self.shape) = (name, nil, shape) }

        init(_ keys: ObjectKeys, _ shape: Shape) { (name, self.keys, self.shape) = (keys.name, keys, shape) }
    }

    static let definitions: [Definition] =
        values + [DocumentFormat.document.definition, EndpointFormat.endpoint.definition] + conditions + replies
        + FaultFormat.definitions + NetworkFormat.definitions + policies + expectations

    private static let conditions = [
        ConditionFormat.when.definition, ConditionFormat.whereDefinition, ConditionFormat.condition.definition,
        BodyConditionFormat.body.definition, BodyConditionFormat.part.definition, ChangeFormat.change.definition,
    ]

    private static let replies = [
        ReplyFormat.reply.definition, TimingFormat.until.definition, RecordingFormat.request.definition,
        RawFormat.bytes.definition, RawFormat.piece.definition, EventFormat.event.definition,
        TimingFormat.delay.definition, TimingFormat.logNormal.definition, TimingFormat.replyDelay.definition,
    ]

    private static let policies = [
        AuthFormat.auth.definition, AuthFormat.bearer.definition, AuthFormat.issue.definition,
        AuthFormat.tokenLife.definition, QuotaFormat.quota.definition, IdempotencyFormat.idempotency.definition,
        ResourceFormat.resource.definition, ResourceFormat.items.definition, ReplyFormat.policyDefinition,
    ]

    private static let expectations = [
        ExpectationFormat.expectation.definition, ExpectationFormat.bounds.definition,
        ExpectationFormat.gap.definition,
    ]

    /// The document that `rehearsal schema` prints.
    package static var json: JSON {
        let document = DocumentFormat.document.definition
        guard case .object(let root) = document.shape.schema else { return .bool(true) }
        let head: [JSON.Member] = [
            JSON.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            JSON.Member("title", "Scenario"),
            JSON.Member("description", "The behaviour of a fake backend; rehearsal help scenario explains the format."),
        ]
        let parts = definitions.filter { $0.name != document.name }.map { JSON.Member($0.name, $0.shape.schema) }
        return .object(head + root + [JSON.Member("$defs", .object(parts))])
    }

    /// The content of `Scenarios/scenario.schema.json`, without its last line break.
    package static var text: String { String(decoding: json.bytes(pretty: true), as: UTF8.self) }

    /// Returns every object that a shape permits.
    static func objects(of shape: Shape) -> [ObjectShape] {
        switch shape {
        case .object(let object): [object]
        case .anyOf(let shapes): shapes.flatMap(objects)
        default: []
        }
    }

    // MARK: Values

    /// A token (RFC 9110 §5.6.2).
    static let token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
    private static let number = "[0-9]+(\\.[0-9]+)?"
    /// A field value without control characters except the tab.
    private static let line = "^[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*$"
    static let pointer = "^(/([^/~]|~[01])*)*$"

    /// The definitions of values that many keys share.
    static let values: [Definition] = [
        Definition("duration", .string(pattern: "^\(number)(ms|s|m)$")),
        Definition("rate", .string(pattern: "^(?=.*[1-9])\(number)(B|KB|MB)/s$")),
        Definition("path", .string(pattern: "^/[^?#]*$")),
        Definition("scalar", .anyOf([.string(), .number(Int.min...Int.max), .bool])),
        Definition("headerLine", headerLine),
        Definition(
            "headers",
            .dictionary(
                .anyOf([.null, .ref("headerLine"), .list(.ref("headerLine"))]),
                names: "^\(token)$"
            )
        ),
        Definition("base64", .string(pattern: "^[A-Za-z0-9+/_= \\t\\r\\n-]*$")),
    ]

    private static let headerLine = Shape.anyOf([.string(pattern: line), .number(Int.min...Int.max), .bool])
}
