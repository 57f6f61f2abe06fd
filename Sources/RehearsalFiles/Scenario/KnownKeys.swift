/// The keys that one kind of object in a scenario document may have.
struct KnownKeys {
    /// As a sentence names it: `an endpoint`.
    var what: String
    /// As the command line explains it: `endpoint`.
    var topic: String
    /// Those that are played.
    var names: [String]
    /// Those of the format that this version does not play.
    var later: [String] = []

    static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "any"]
    static let bodies = ["json", "problem", "text", "base64", "file", "recording"]

    static let document = KnownKeys(
        what: "a scenario",
        topic: "scenario",
        names: ["$schema", "scenario", "summary", "seed", "extends", "endpoints", "expect"],
        later: ["auth", "quotas", "idempotency", "resources", "network", "noise"],
    )
    static let endpoint = KnownKeys(
        what: "an endpoint",
        topic: "endpoint",
        names: methods + ["method", "path", "when", "replies", "afterLast", "priority"],
        later: ["fault", "delay", "pace", "uploadPace", "headers", "hold", "until", "per", "then", "required"],
    )
    static let when = KnownKeys(
        what: "\"when\"",
        topic: "when",
        names: ["query", "headers"],
        later: ["cookies", "form", "path", "body", "state", "connection", "all", "any", "not"],
    )
    static let condition = KnownKeys(
        what: "a condition",
        topic: "when",
        names: ["equals", "oneOf", "contains", "startsWith", "endsWith", "absent", "present", "not"],
        later: ["matches"],
    )
    static let reply = KnownKeys(
        what: "a reply",
        topic: "reply",
        names: ["status", "reason", "headers"] + bodies + ["times", "delay", "hold", "until", "fault", "required"],
        later: ["events", "raw", "edit", "remove", "then", "pace", "uploadPace", "per"],
    )
    static let until = KnownKeys(what: "\"until\"", topic: "reply", names: ["waiting"])
    static let recording = KnownKeys(
        what: "a reference to a recording",
        topic: "recording",
        names: ["har", "method", "path"] + methods.filter { $0 != "any" },
    )
    static let expectation = KnownKeys(
        what: "an expectation",
        topic: "expect",
        names: methods + [
            "method", "path", "where", "count", "attempts", "gaps", "same", "within", "endedBy", "inOrder",
            "unexpected",
        ],
    )
    static let count = KnownKeys(what: "a number of requests", topic: "expect", names: ["min", "max"])
    static let gap = KnownKeys(what: "a gap", topic: "expect", names: ["atLeast", "atMost"])
    static let fault = KnownKeys(
        what: "a fault",
        topic: "fault",
        names: ["effect", "at", "for"],
        later: [
            "first", "skip", "every", "chance", "by", "bytesPerSecond", "size", "bytes", "offsets", "text", "base64",
            "declares", "after", "on",
        ],
    )
    static let stage = KnownKeys(
        what: "a stage of a fault",
        topic: "fault",
        names: ["body"],
        later: ["requestBody"],
    )
}
