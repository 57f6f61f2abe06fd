import Rehearsal

/// Limits on how many requests are answered in a window of time.
enum QuotaFormat {
    static let quota = ObjectFormat<Scenario.Quota>(
        "quota",
        "a quota",
        topic: "quotas",
        new: { Scenario.Quota(.any, "/", limit: 1, window: .zero) },
        fields: TargetFormat.fields(\.method, \.path) + [
            Field(
                "limit",
                "how many requests are answered in a window",
                .integer(1...Int.max),
                \.limit,
                needed: "5"
            ),
            Field("window", "how long a window is, from its first request", window, \.window, needed: #""10s""#),
            Field(
                "key",
                "what is counted together: \"target\", \"connection\", \"{id}\" or \"header:Name\"; else all of them",
                .per(see: "quotas"),
                \.key,
                standard: .endpoint
            ),
            Field("headers", "the fields that say what is left", .word(see: "quotas"), \.headers, standard: .ietf),
            Field("retryAfter", "how Retry-After is written", .word(see: "quotas"), \.retryAfter, standard: .seconds),
            Field(
                "reply",
                "the reply beyond the limit; 429 if nothing is said",
                ReplyFormat.policyReply(see: "quotas"),
                \.reply
            ),
        ],
        rules: [TargetFormat.oneMethod, .required(["limit", "window"])] + TargetFormat.pathRules
    )
    .after { fields, quota in
        if let value = fields["key"], case .capture(let name) = quota.key {
            Captures.check(name, at: value.range, Captures.names(in: quota.path), to: fields.reader)
        }
        return true
    }

    private static let window = ValueFormat.duration
        .where({ $0 > .zero }, else: "a window is longer than no time", hint: #"write "10s""#, see: "quotas")

    static let topic = Topic(
        "quotas",
        #"""
        so many requests ("limit") are answered in a "window"; others get "reply" (429 if nothing is said)
        a window begins with the first request of its "key" and is as long as it is, whatever follows
        "key" is what requests that are counted together have in common: "target", "{name}", "header:Name" or
          "connection", as "per" of an endpoint; all are counted together if nothing is said
        "headers": "ietf" (RateLimit-Policy and RateLimit), "legacy" (X-RateLimit-…; Reset in seconds from now), "none"
        "retryAfter": "seconds", "date" or "none"
        what is refused counts nowhere; a request that several quotas count for needs room in all of them
        """#,
        example: #""quotas": [{ "any": "/api/**", "limit": 5, "window": "10s", "key": "header:Authorization" }]"#
    )
}

/// Requests that have an effect once.
enum IdempotencyFormat {
    static let idempotency = ObjectFormat<Scenario.Idempotency>(
        "idempotency",
        "\"idempotency\"",
        topic: "idempotency",
        new: { Scenario.Idempotency(.post, "/") },
        fields: TargetFormat.fields(\.method, \.path) + [
            Field("header", "what has the key; Idempotency-Key if nothing is said", header, \.header) { _ in false },
            Field("required", "a request without a key is answered 400", .bool, \.isRequired, standard: false),
        ],
        rules: [TargetFormat.oneMethod] + TargetFormat.pathRules
    )
    .ordered(writtenLast: TargetFormat.methods + ["required"])

    private static let header = ValueFormat<String>(.string(pattern: "^\(ScenarioSchema.token)$")) { value in
        guard let name = value.string() else { return nil }
        if HeaderRules.isToken(name) { return name }
        return value.refuse(
            "\(name.quoted) is no name of a header",
            hint: #"write "Idempotency-Key""#,
            see: "idempotency"
        )
    } write: {
        .string($0)
    }

    static let topic = Topic(
        "idempotency",
        #"""
        the reply to the first request with a key is saved and given again to each that repeats it, byte for byte; no
          endpoint takes a turn for that, and nothing that went wrong with the first goes wrong again
        409 while the first is being answered (so a "hold" or a "delay" shows it), 422 for the same key on another request,
        400 without a key where it is "required"
        a reply that was lost through a fault from beforeHead on was applied, so it is saved
        one object, or a list of them; the header is Idempotency-Key if nothing is said
        """#,
        example: #""idempotency": { "post": "/transfers", "required": true }"#
    )
}
