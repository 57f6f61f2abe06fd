extension KnownKeys {
    static let auth = KnownKeys(what: "\"auth\"", topic: "auth", names: ["bearer"])
    static let bearer = KnownKeys(
        what: "\"bearer\"",
        topic: "auth",
        names: ["protects", "issues", "token", "lasts", "denied"],
    )
    static let issue = KnownKeys(
        what: "a request that tokens are issued to",
        topic: "auth",
        names: methods + ["method", "path", "takes", "rotates"],
    )
    static let quota = KnownKeys(
        what: "a quota",
        topic: "quotas",
        names: methods + ["method", "path", "limit", "window", "key", "headers", "retryAfter", "reply"],
    )
    static let idempotency = KnownKeys(
        what: "\"idempotency\"",
        topic: "idempotency",
        names: methods + ["method", "path", "header", "required"],
    )
    static let resource = KnownKeys(
        what: "a resource",
        topic: "resources",
        names: ["at", "items", "id", "paging", "pageSize", "envelope", "ids"],
    )
    static let items = KnownKeys(what: "\"items\"", topic: "resources", names: ["recording", "file"])
    static let tokenLife = KnownKeys(what: "\"lasts\"", topic: "auth", names: ["uses", "until"])
}
