extension ScenarioSchema {
    static let policies: [Definition] =
        auth + [
            Definition(name: "quota", keys: .quota, shape: .object(quota)),
            Definition(name: "idempotency", keys: .idempotency, shape: .object(idempotency)),
            Definition(name: "resource", keys: .resource, shape: .object(resource)),
            Definition(name: "items", keys: .items, shape: .object(items)),
            Definition(name: "policyReply", keys: nil, shape: .object(policyReply)),
        ]

    /// The members of a document that they are.
    static let policyFields: [ObjectShape.Field] = [
        .init("auth", "who is let in", .ref("auth")),
        .init("quotas", "how many requests are answered in a time", .list(.ref("quota"))),
        .init(
            "idempotency",
            "requests that have an effect once: a policy, or a list of them",
            .either([.ref("idempotency"), .list(.ref("idempotency"))])
        ),
        .init("resources", "collections that answer where no endpoint does", .list(.ref("resource"))),
    ]

    private static let auth: [Definition] = [
        Definition(
            name: "auth",
            keys: .auth,
            shape: .object(
                ObjectShape(
                    fields: [.init("bearer", "tokens that are issued and asked for (RFC 6750)", .ref("bearer"))],
                    rules: [.required(["bearer"])]
                )
            )
        ),
        Definition(name: "bearer", keys: .bearer, shape: .object(bearer)),
        Definition(name: "issue", keys: .issue, shape: .object(issue)),
        Definition(
            name: "tokenLife",
            keys: .tokenLife,
            shape: .object(
                ObjectShape(
                    fields: [
                        .init("uses", "for so many requests", .integer(positive)),
                        .init("until", "until somebody releases this name", .string(minLength: 1)),
                    ],
                    rules: [.exactlyOne(KnownKeys.tokenLife.names)]
                )
            )
        ),
    ]

    /// A place inside of a body: never all of it.
    private static let place = Shape.string(pattern: "^(/([^/~]|~[01])*)+$")

    private static let bearer = ObjectShape(
        fields: [
            .init("protects", "paths whose requests need a token", .list(.ref("path"))),
            .init("issues", "requests that are answered with tokens", .list(.ref("issue"), count: positive)),
            .init("token", "where the token stands in those replies; \"/access_token\" if nothing is said", place),
            .init(
                "lasts",
                "how long a token is good: a duration, uses, or until a release; else for ever",
                .either([duration, .ref("tokenLife")])
            ),
            .init("denied", "the reply without a good token; 401 if nothing is said", .ref("policyReply")),
        ],
        rules: [.required(["protects", "issues"])]
    )

    private static let issue = ObjectShape(
        fields: methods + anyMethod + [
            .init("takes", "where the request's body has the refresh token that it needs", place),
            .init("rotates", "a refresh token is good for one request, whose reply has the next one", .bool),
        ],
        rules: [.exactlyOne(KnownKeys.methods + ["method"]), .needs("rotates", ["takes"])] + methodRules
    )

    private static let quota = ObjectShape(
        fields: methods + anyMethod + [
            .init("limit", "how many requests are answered in a window", .integer(positive)),
            .init("window", "how long a window is, from its first request", duration),
            .init(
                "key",
                "what is counted together: \"target\", \"connection\", \"{id}\" or \"header:Name\"; else all of them",
                .string(pattern: "^(endpoint|target|connection|\\{.+\\}|header:\(token))$")
            ),
            .init("headers", "the fields that say what is left", .words(["ietf", "legacy", "none"])),
            .init("retryAfter", "how Retry-After is written", .words(["seconds", "date", "none"])),
            .init("reply", "the reply beyond the limit; 429 if nothing is said", .ref("policyReply")),
        ],
        rules: [.exactlyOne(KnownKeys.methods + ["method"]), .required(["limit", "window"])] + methodRules
    )

    private static let idempotency = ObjectShape(
        fields: methods + anyMethod + [
            .init("header", "what has the key; Idempotency-Key if nothing is said", .string(pattern: "^\(token)$")),
            .init("required", "a request without a key is answered 400", .bool),
        ],
        rules: [.exactlyOne(KnownKeys.methods + ["method"])] + methodRules
    )

    private static let resource = ObjectShape(
        fields: [
            .init("at", "the path of the collection", .string(pattern: "^(/[^/?#{}*]*)*/[^/?#{}*]+$")),
            .init("items", "what is there at the beginning", .either([.list(.map(.any)), .ref("items")])),
            .init("id", "the member that tells items apart; \"id\" if nothing is said", .string(minLength: 1)),
            .init(
                "paging",
                "how a list is divided; by \"page\" if nothing is said",
                .words(["page", "offset", "none"])
            ),
            .init(
                "pageSize",
                "items of a page where a request does not say; 20 if nothing is said",
                .integer(positive)
            ),
            .init("envelope", "the member that a list stands in", .either([.null, .string(minLength: 1)])),
            .init("ids", "what an item without an id is given", .words(["integer", "uuid"])),
        ],
        rules: [.required(["at"])]
    )

    private static let items = ObjectShape(
        fields: [
            .init("recording", "a recorded reply with a list: \"users/list\"", recorded),
            .init("file", "a file beside the scenario with a list", .string()),
        ],
        rules: [.exactlyOne(KnownKeys.items.names)]
    )

    /// A reply without what is about the turns of an endpoint.
    private static let policyReply: ObjectShape = {
        var shape = reply
        shape.fields.removeAll { ["times", "then", "required"].contains($0.name) }
        return shape
    }()
}
