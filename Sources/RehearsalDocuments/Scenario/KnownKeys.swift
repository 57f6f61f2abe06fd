/// The keys that one kind of object in a scenario document may have.
package struct KnownKeys {
    /// As a sentence names it: `an endpoint`.
    var what: String
    /// As the command line explains it: `endpoint`.
    var topic: String
    var names: [String]

    static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "any"]
    static let bodies = ["json", "problem", "text", "html", "base64", "file", "recording", "events", "raw"]

    static let document = KnownKeys(
        what: "a scenario",
        topic: "scenario",
        names: [
            "$schema", "scenario", "summary", "seed", "state", "extends", "network", "cors", "auth", "quotas",
            "idempotency", "resources", "endpoints", "noise", "expect",
        ],
    )
    static let endpoint = KnownKeys(
        what: "an endpoint",
        topic: "endpoint",
        names: methods + ["method", "path", "when", "replies", "afterLast", "per", "priority", "then"] + overlay
            + ["required"],
    )
    /// What an endpoint lays over replies.
    static let overlay = ["headers", "delay", "pace", "uploadPace", "hold", "until", "fault"]
    static let when = KnownKeys(
        what: "\"when\"",
        topic: "when",
        names: [
            "url", "query", "headers", "cookies", "form", "path", "state", "body", "connection", "all", "any", "not",
        ],
    )
    static let body = KnownKeys(
        what: "\"body\"",
        topic: "body",
        names: ["json", "contains", "at", "jsonpath", "text", "base64", "parts"],
    )
    static let part = KnownKeys(what: "a part of a body", topic: "body", names: ["text", "fileName", "type"])
    static let change = KnownKeys(
        what: "\"then\"",
        topic: "then",
        names: ["state", "set", "increment", "remove", "capture"],
    )
    static let condition = KnownKeys(
        what: "a condition",
        topic: "when",
        names: ["equals", "oneOf", "contains", "startsWith", "endsWith", "matches", "absent", "present", "not"],
    )
    static let reply = KnownKeys(
        what: "a reply",
        topic: "reply",
        names: ["status", "reason", "headers"] + bodies
            + ["edit", "remove", "forever", "times", "delay", "pace", "uploadPace", "early", "hold", "until", "fault"]
            + ["then", "required"],
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
    static let occurrences = ["first", "skip", "every", "chance"]
    static let fault = KnownKeys(
        what: "a fault",
        topic: "fault",
        names: ["effect", "at", "after", "on"] + EffectGrammar.attributes + occurrences,
    )
    static let stage = KnownKeys(what: "a stage of a fault", topic: "fault", names: ["requestBody", "head", "body"])
    static let presetAttributes = [
        "latency", "jitter", "rate", "delay", "timeout", "average_size", "size_variation", "bytes",
    ]
    static let preset = KnownKeys(
        what: "a preset",
        topic: "fault",
        names: ["preset"] + presetAttributes + occurrences,
    )
    static let delay = KnownKeys(what: "a delay", topic: "delay", names: ["uniform", "lognormal"])
    static let logNormal = KnownKeys(what: "\"lognormal\"", topic: "delay", names: ["median", "p99"])
    static let replyDelay = KnownKeys(
        what: "\"delay\" of a reply",
        topic: "delay",
        names: ["head", "body"] + delay.names,
    )
    static let rawBytes = KnownKeys(what: "\"raw\"", topic: "raw", names: ["base64"])
    static let piece = KnownKeys(what: "a piece of \"raw\"", topic: "raw", names: ["text", "base64", "after"])
    static let event = KnownKeys(
        what: "an event",
        topic: "events",
        names: ["event", "data", "text", "json", "id", "retry", "after"],
    )
    static let network = KnownKeys(
        what: "a state of \"network\"",
        topic: "network",
        names: ["is", "on", "until", "base64", "delay"],
    )
    static let networkUntil = KnownKeys(
        what: "\"until\" of a state",
        topic: "network",
        names: ["connections", "after", "released"],
    )
}
