import Rehearsal

/// The format of quotas: limits on the number of requests in a time window.
enum QuotaFormat {
    static let quota = ObjectFormat<Scenario.Quota>(
        "quota",
        "a quota",
        topic: "quotas",
        new: { Scenario.Quota(.any, "/", limit: 1, window: .zero) },
        fields: TargetFormat.fields(\.method, \.path) + [
            KeyFormat(
                "limit",
                "the number of requests that are answered in a window",
                .integer(1...Int.max),
                \.limit,
                requiredExample: "5"
            ),
            KeyFormat(
                "window",
                "the length of a window, from its first request",
                window,
                \.window,
                requiredExample: #""10s""#
            ),
            KeyFormat(
                "key",
                "the scope of counting: \"target\", \"connection\", \"{id}\" or \"header:Name\"; by default all requests",
                .per(see: "quotas"),
                \.key,
                default: .endpoint
            ),
            KeyFormat(
                "headers",
                "the header fields that state the quota: \"ietf\", \"legacy\" or \"none\"",
                .word(see: "quotas"),
                \.headers,
                default: .ietf
            ),
            KeyFormat(
                "retryAfter",
                "the form of the header Retry-After: \"seconds\", \"date\" or \"none\"",
                .word(see: "quotas"),
                \.retryAfter,
                default: .seconds
            ),
            KeyFormat(
                "reply",
                "the reply to requests beyond the limit; 429 by default",
                ReplyFormat.policyReply(see: "quotas"),
                \.reply
            ),
        ],
        rules: [TargetFormat.oneMethod, .required(["limit", "window"])] + TargetFormat.pathRules
    )
    .after { fields, quota in
        if let value = fields["key"], case .capture(let name) = quota.key {
            PlaceholderCheck.check(name, at: value.range, PlaceholderCheck.names(in: quota.path), to: fields.reader)
        }
        return true
    }

    private static let window = ValueFormat.duration
        .where({ $0 > .zero }, else: "\"window\" must be more than 0", hint: #"write "10s""#, see: "quotas")

    static let topic = Topic(
        "quotas",
        #"""
        in each "window", "limit" requests are answered; further requests get "reply" (429 by default)
        a window starts with the first request of its "key" and has a fixed length
        "key" is the scope of counting, as "per" of an endpoint: "target", "{name}", "header:Name" or "connection";
          by default all requests are counted together
        "headers": "ietf" (RateLimit-Policy and RateLimit), "legacy" (X-RateLimit-…; Reset in seconds from now), "none"
        "retryAfter": "seconds", "date" or "none"
        rejected requests are not counted; a request to which several quotas apply must be within the limit of each
        """#,
        example: #""quotas": [{ "any": "/api/**", "limit": 5, "window": "10s", "key": "header:Authorization" }]"#
    )
}

/// The format of idempotency policies, which answer a repeated request with the stored reply.
enum IdempotencyFormat {
    static let idempotency = ObjectFormat<Scenario.Idempotency>(
        "idempotency",
        "\"idempotency\"",
        topic: "idempotency",
        new: { Scenario.Idempotency(.post, "/") },
        fields: TargetFormat.fields(\.method, \.path) + [
            KeyFormat("header", "the header with the key; Idempotency-Key by default", header, \.header) { _ in false },
            KeyFormat(
                "required",
                "whether a request without a key is answered 400",
                .bool,
                \.isRequired,
                default: false
            ),
        ],
        rules: [TargetFormat.oneMethod] + TargetFormat.pathRules
    )
    .ordered(writtenLast: TargetFormat.methods + ["required"])

    private static let header = ValueFormat<String>(.string(pattern: "^\(ScenarioSchema.token)$")) { value in
        guard let name = value.string() else { return nil }
        if HeaderSyntax.isToken(name) { return name }
        return value.reject(
            "\(name.quoted) is not a valid header name",
            hint: #"write "Idempotency-Key""#,
            see: "idempotency"
        )
    } write: {
        .string($0)
    }

    static let topic = Topic(
        "idempotency",
        #"""
        the reply to the first request with a key is stored, and sent again if key, method, target and body are equal;
          a repetition does not advance the replies of an endpoint, and the faults of the first reply do not recur
        a repetition is answered 409 while the first request is in progress (to prolong it, use "hold" or "delay");
        another request with the same key is answered 422, and one without a key 400 if "required" is true
        a reply that a fault at beforeHead or later prevents or cuts is stored as well, because the request took effect
        one object, or a list of them; the header field is Idempotency-Key by default
        """#,
        example: #""idempotency": { "post": "/transfers", "required": true }"#
    )
}
