import Rehearsal

extension ScenarioSchema {
    static let replies: [Definition] = [
        Definition(name: "reply", keys: .reply, shape: .object(reply)),
        Definition(
            name: "until",
            keys: .until,
            shape: .object(
                ObjectShape(fields: [.init("waiting", "so many requests wait here", .integer(positive))])
            )
        ),
        Definition(name: "recording", keys: .recording, shape: .object(recording)),
        Definition(name: "rawBytes", keys: .rawBytes, shape: .object(rawBytes)),
        Definition(name: "piece", keys: .piece, shape: .object(piece)),
        Definition(name: "event", keys: .event, shape: .object(event)),
    ]

    static let reply = ObjectShape(
        fields: [
            .init("status", "200 if nothing is said", .integer(0...999)),
            .init("reason", "the phrase after the status", .ref("headerLine")),
            .init(
                "headers",
                "header lines by name: a value, a list, or null for one that is not sent",
                .ref("headers")
            ),
            .init("json", "the body as JSON", .any),
            .init("problem", "the body as a problem (RFC 9457); type and status are filled in", .map(.any)),
            .init("text", "the body as a text", .string()),
            .init("html", "the body as a text of the type text/html", .string()),
            .init("base64", "the body as bytes", .ref("base64")),
            .init("file", "a file beside the scenario that is the body", .string()),
            .init(
                "recording",
                "a recorded reply: \"users/list\", or { \"har\": \"users\", \"get\": \"/users\" }",
                recorded
            ),
            .init("events", "the body as a stream of events", .list(.ref("event"))),
            .init("raw", "every byte of the reply, its head too", raw),
            .init("edit", "values in a recorded body by their places", .map(.any, names: pointer)),
            .init("remove", "places in a recorded body that are taken out", .list(.string(pattern: pointer))),
            .init("forever", "the events begin again after the last", .bool),
            .init("times", "how many requests get it; 1 if more replies follow", .integer(positive)),
            .init("early", "it is sent when the head of the request is read, before its body", .bool),
        ] + timing + [
            .init("then", "what it changes", .ref("then")),
            .init("required", "it has to be given once, or it is a finding", .bool),
        ],
        rules: [
            .atMostOne(KnownKeys.bodies), .needs("forever", ["events"]), .needs("edit", ["recording"]),
            .needs("remove", ["recording"]), .excludes("raw", ["status", "reason", "headers"]),
        ]
    )

    static let recorded = Shape.either([.string(pattern: "^.+/"), .ref("recording")])

    private static let raw = Shape.either([.string(), .ref("rawBytes"), .list(.ref("piece"))])

    private static let recording = ObjectShape(
        fields: [.init("har", "the file, as in Recordings/users.har", .string())]
            + methods.filter { $0.name != "any" }.map { .init($0.name, $0.purpose + ", with its query", .string()) }
            + [
                .init("method", "a method that is no key", .string()),
                .init("path", "the path that goes with \"method\", with its query", .string()),
            ],
        rules: [.required(["har"]), .exactlyOne(KnownKeys.methods.filter { $0 != "any" } + ["method"])] + methodRules
    )

    private static let rawBytes = ObjectShape(
        fields: [.init("base64", "the bytes", .ref("base64"))],
        rules: [.required(["base64"])]
    )

    private static let piece = ObjectShape(
        fields: [
            .init("text", "the bytes as a text", .string()),
            .init("base64", "the bytes", .ref("base64")),
            .init("after", "the time since the piece before", duration),
        ],
        rules: [.exactlyOne(["text", "base64"])]
    )

    private static let oneLine = Shape.either([
        .string(pattern: "^[^\\n\\r\\u0000]*$"), .number(Int.min...Int.max), .bool,
    ])

    private static let event = ObjectShape(
        fields: [
            .init("event", "its type", oneLine),
            .init("data", "its data as a text", .ref("scalar")),
            .init("text", "the same as \"data\"", .ref("scalar")),
            .init("json", "its data as JSON in one line", .any),
            .init("id", "what a client names when it comes back (Last-Event-ID)", oneLine),
            .init("retry", "milliseconds after which a client comes back", .integer(count)),
            .init("after", "the time since the event before", duration),
        ],
        rules: [.exactlyOne(["data", "text", "json"])]
    )
}
