extension ScenarioSchema {
    static let document = Definition(
        name: "scenario",
        keys: .document,
        shape: .object(
            ObjectShape(
                fields: [
                    .init("$schema", "the schema that an editor checks this document with", .any),
                    .init("scenario", "the name; that of the file if nothing is said", .string()),
                    .init("summary", "what it is about, in a sentence", .string()),
                    .init(
                        "seed",
                        "where draws begin (chance, random delays), so that each run has the same",
                        .integer(count)
                    ),
                    .init("state", "the state to begin in, or variables by name", .either([.string(), .map(.any)])),
                    .init(
                        "extends",
                        "documents and recordings that answer what this one does not, the first before the second",
                        .either([.string(), .list(.string())])
                    ),
                    .init(
                        "network",
                        "how connections are treated, one state after the other",
                        .list(.ref("networkState"))
                    ),
                    .init("cors", "whether pages of other origins have leave to ask", .bool),
                ] + policyFields + [
                    .init("endpoints", "who answers which requests", .list(.ref("endpoint"))),
                    .init(
                        "noise",
                        "paths that are answered 204 where nothing else does, and are never unexpected",
                        noise
                    ),
                    .init("expect", "what clients must have done in the end", .list(.ref("expectation"))),
                ]
            )
        )
    )

    private static let noise = Shape.list(.ref("path"))

    static let endpoint = Definition(
        name: "endpoint",
        keys: .endpoint,
        shape: .object(
            ObjectShape(
                fields: methods + anyMethod + [
                    .init("when", "what a request must show beyond its method and path", .ref("when")),
                    .init("replies", "what it answers, in turn", .list(.ref("reply"), count: positive)),
                    .init(
                        "afterLast",
                        "what comes after the last reply: it again, 501, the first again, or the next endpoint",
                        .words(["repeat", "fail", "cycle", "next"])
                    ),
                    .init(
                        "per",
                        "whose turns are counted: \"endpoint\", \"target\", \"connection\", \"{id}\" or \"header:Name\"",
                        .string(pattern: "^(endpoint|target|connection|\\{.+\\}|header:\(token))$")
                    ),
                    .init("priority", "the higher is asked first; 0 if nothing is said", .integer(Int.min...Int.max)),
                    .init("then", "what each reply changes", .ref("then")),
                ] + overlay + [.init("required", "each reply has to be given once, or it is a finding", .bool)],
                rules: [.exactlyOne(KnownKeys.methods + ["method"])] + methodRules + [
                    .atLeastOne(["replies"] + KnownKeys.overlay),
                    .needs("afterLast", ["replies"]), .needs("per", ["replies"]), .needs("then", ["replies"]),
                    .needs("required", ["replies"]),
                ]
            )
        )
    )

    /// What is laid over replies.
    static let overlay: [ObjectShape.Field] =
        [.init("headers", "header lines by name; null for one that is not sent", .ref("headers"))] + timing

    /// What lies over a reply, or belongs to it.
    static let timing: [ObjectShape.Field] = [
        .init("delay", "how late the reply is", .ref("replyDelay")),
        .init("pace", "how fast the reply is sent: \"20KB/s\"", .ref("rate")),
        .init("uploadPace", "how fast the request's body is read: \"20KB/s\"", .ref("rate")),
        .init("hold", "the reply waits until somebody releases this name", .string(minLength: 1)),
        .init("until", "the reply waits until so many requests do", .ref("until")),
        .init("fault", "what goes wrong: a fault, a preset, or a list of them", .ref("faults")),
    ]
}
