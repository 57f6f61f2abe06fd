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
    static let tokenLife = KnownKeys(what: "\"lasts\"", topic: "auth", names: ["uses", "until"])
}
