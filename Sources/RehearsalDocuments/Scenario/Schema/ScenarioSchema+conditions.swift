import RehearsalRedaction

extension ScenarioSchema {
    static let conditions: [Definition] = [
        Definition(name: "when", keys: .when, shape: .object(ObjectShape(fields: asked + [state] + compounds("when")))),
        // What is expected is about requests, and a request has no state.
        Definition(name: "where", keys: nil, shape: .object(ObjectShape(fields: asked + compounds("where")))),
        Definition(name: "condition", keys: .condition, shape: .either([.ref("scalar"), .object(condition)])),
        Definition(name: "bodyCondition", keys: .body, shape: .object(body)),
        Definition(name: "partCondition", keys: .part, shape: .object(part)),
    ]

    private static let named = Shape.map(.ref("condition"))

    private static func compounds(_ name: String) -> [ObjectShape.Field] {
        let compound = Shape.either([.ref(name), .list(.ref(name), count: positive)])
        return [
            .init("all", "conditions that must all hold", compound),
            .init("any", "conditions of which one must hold", compound),
            .init("not", "conditions of which none may hold", compound),
        ]
    }

    private static let state = ObjectShape.Field(
        "state",
        "the state, or variables by name",
        .either([.string(), named])
    )

    /// What a request shows.
    private static let asked: [ObjectShape.Field] = [
        .init("url", "path and query as they were sent", .ref("condition")),
        .init("query", "parameters of the query by name", named),
        .init("headers", "headers by name", .map(.ref("condition"), names: "^\(token)$")),
        .init("cookies", "cookies by name", named),
        .init("form", "fields of a form by name", named),
        .init("path", "what the placeholders of the path took, by name", named),
        .init("body", "what the body must be", .ref("bodyCondition")),
        .init("connection", "whether the connection has carried a request before", .words(["fresh", "reused"])),
    ]

    private static let condition = ObjectShape(
        fields: [
            .init("equals", "it is this", .ref("scalar")),
            .init("oneOf", "it is one of these", .list(.ref("scalar"), count: positive)),
            .init("contains", "it holds this text", .ref("scalar")),
            .init("startsWith", "it begins with this text", .ref("scalar")),
            .init("endsWith", "it ends with this text", .ref("scalar")),
            .init("matches", "some part of it is as this pattern says (RFC 9485, with ^ $ \\d \\w \\s)", .string()),
            .init("absent", "it is not there", .bool),
            .init("present", "it is there", .bool),
            .init("not", "this does not hold", .ref("condition")),
        ],
        rules: [.atLeastOne(KnownKeys.condition.names)]
    )

    private static let body = ObjectShape(
        fields: [
            .init("json", "it is this document, whatever the order of its members", .any),
            .init("contains", "it holds this document: these members, and any others", .any),
            .init("at", "values by their places: { \"/items/0/id\": 7 }", .map(pointed, names: pointer)),
            .init("jsonpath", "a query that finds something in it (RFC 9535)", .string(pattern: "^\\$")),
            .init("text", "a condition on all of it as a text", .ref("condition")),
            .init("base64", "it is these bytes", .ref("base64")),
            .init(
                "parts",
                "parts of a form by name",
                .map(.either([.ref("condition"), .ref("partCondition")]))
            ),
        ],
        rules: [.atLeastOne(KnownKeys.body.names)]
    )

    /// A value that must be equal, `{ "json": … }` for one that is an object, or a condition.
    private static let pointed = Shape.either([
        .noObject,
        .object(ObjectShape(fields: [.init("json", "it is this value", .any)], rules: [.required(["json"])])),
        .ref("condition"),
    ])

    private static let part = ObjectShape(fields: [
        .init("text", "a condition on its content", .ref("condition")),
        .init("fileName", "a condition on the name of its file", .ref("condition")),
        .init("type", "a condition on its media type", .ref("condition")),
    ])

    static let change = Definition(
        name: "then",
        keys: .change,
        shape: .object(
            ObjectShape(fields: [
                .init("state", "the state that follows", .string()),
                .init("set", "variables by name, with their new values", .map(.any)),
                .init(
                    "increment",
                    "variables that count: a name, a list of names, or amounts by name",
                    .either([names, .map(.integer(Int.min...Int.max))])
                ),
                .init("remove", "variables that are no more: a name, or a list of names", names),
                .init(
                    "capture",
                    "variables that the request's body gives, with their places in it",
                    .map(.string(pattern: pointer))
                ),
            ])
        )
    )

    private static let names = Shape.either([.string(), .list(.string())])
}
