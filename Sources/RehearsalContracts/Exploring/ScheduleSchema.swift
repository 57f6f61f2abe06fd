package import Rehearsal

extension ScheduleFile {
    /// The format of schedule files as a JSON Schema (draft 2020-12), for completion and checks in editors.
    package static var schema: JSON {
        let head: [JSON.Member] = [
            JSON.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            JSON.Member("title", "Schedule"),
            JSON.Member("description", "A list of calls of a client, with the treatment of their requests."),
        ]
        let step: JSON = .object(
            object(stepKeys) + [
                JSON.Member("oneOf", .array([["required": ["call"]], ["required": ["pause"]]])),
                JSON.Member("if", ["required": ["pause"]]),
                JSON.Member("then", ["maxProperties": 1]),
            ]
        )
        return .object(
            head + object(keys) + [
                JSON.Member("required", ["schedule", "steps"]), JSON.Member("$defs", .object([.init("step", step)])),
            ]
        )
    }

    /// A key of an object, with its explanation and the schema of its value.
    struct Key: Sendable {
        let name: String
        private let purpose: String
        private let type: [JSON.Member]

        init(_ name: String, _ purpose: String, _ type: [JSON.Member]) {
            (self.name, self.purpose, self.type) = (name, purpose, type)
        }

        fileprivate var member: JSON.Member {
            JSON.Member(name, .object([JSON.Member("description", .string(purpose))] + type))
        }
    }

    /// The keys of a file.
    static let keys = [
        Key("$schema", "the path of this schema, for editors", string),
        Key("schedule", "the version of the format", [.init("const", 1)]),
        Key("subject", "the name of the contract", string),
        Key("property", "the property to check; without it, all", string),
        Key("finding", "the violation, for the reader", string),
        Key(
            "steps",
            "the calls and pauses in their order",
            [
                .init("type", "array"), .init("maxItems", .integer(limits.steps)),
                .init("items", ["$ref": "#/$defs/step"]),
            ]
        ),
    ]

    /// The keys of a step.
    static let stepKeys = [
        Key("call", "the operation to call, with its declared arguments", string),
        Key(
            "parallel",
            "the number of calls at the same time",
            [.init("type", "integer"), .init("minimum", 1), .init("maximum", .integer(limits.parallel))]
        ),
        Key("offline", "whether the client's network monitor reports no connection", flag),
        Key("cancelled", "whether the call is cancelled when its late reply is due", flag),
        Key("background", "whether the next step begins before the call ends", flag),
        Key("pause", "a duration without a call", string + [.init("pattern", .string("^\(duration)$"))]),
        Key(
            "requests",
            "the treatment of each request of the step, in order; further requests succeed",
            [
                .init("type", "array"), .init("maxItems", .integer(limits.actions)),
                .init("items", .object(string + [.init("pattern", .string("^(\(action))(\(repetition))?$"))])),
            ]
        ),
    ]

    private static let string: [JSON.Member] = [.init("type", "string")]
    private static let flag: [JSON.Member] = [.init("type", "boolean")]
    private static let duration = "[0-9]+(\\.[0-9]+)?(ms|s|m)"
    private static let action =
        "normal|request lost|reply lost|reply cut|late|web page|leftover bytes|delay \(duration)"
        + "|[45][0-9]{2}( after effect| retry-after [0-9]{1,5})?"

    private static let repetition = " (\(ActionRun.signs.joined(separator: "|"))) ([1-9][0-9]{0,2}|1000)"

    private static func object(_ keys: [Key]) -> [JSON.Member] {
        [
            .init("type", "object"), .init("properties", .object(keys.map(\.member))),
            .init("additionalProperties", false),
        ]
    }
}
