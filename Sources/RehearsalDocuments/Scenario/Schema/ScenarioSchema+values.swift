extension ScenarioSchema {
    /// A token (RFC 9110 §5.6.2).
    static let token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
    private static let number = "[0-9]+(\\.[0-9]+)?"
    /// What may stand in a line of a head.
    private static let line = "^[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*$"
    static let pointer = "^(/([^/~]|~[01])*)*$"

    /// Values that stand in many places.
    static let values: [Definition] = [
        Definition(name: "duration", keys: nil, shape: .string(pattern: "^\(number)(ms|s|m)$")),
        Definition(name: "rate", keys: nil, shape: .string(pattern: "^(?=.*[1-9])\(number)(B|KB|MB)/s$")),
        Definition(name: "path", keys: nil, shape: .string(pattern: "^/[^?#]*$")),
        Definition(name: "scalar", keys: nil, shape: .either([.string(), .number(Int.min...Int.max), .bool])),
        Definition(name: "headerLine", keys: nil, shape: headerLine),
        Definition(
            name: "headers",
            keys: nil,
            shape: .map(
                .either([.null, .ref("headerLine"), .list(.ref("headerLine"))]),
                names: "^\(token)$"
            )
        ),
        Definition(name: "base64", keys: nil, shape: .string(pattern: "^[A-Za-z0-9+/_= \\t\\r\\n-]*$")),
    ]

    private static let headerLine = Shape.either([.string(pattern: line), .number(Int.min...Int.max), .bool])

    static let duration = Shape.ref("duration")
    static let count = 0...Int.max
    static let positive = 1...Int.max

    /// The methods that are keys, each with the path of the requests that are meant.
    static let methods = KnownKeys.methods.map { name in
        ObjectShape.Field(
            name,
            name == "any"
                ? "any method: the path that requests have" : "\(name.uppercased()): the path of the requests",
            .ref("path")
        )
    }

    /// A method of any name, with its path.
    static let anyMethod = [
        ObjectShape.Field("method", "a method that is no key: \"PURGE\"", .string(pattern: "^(?!\\*$)\(token)$")),
        ObjectShape.Field("path", "the path that goes with \"method\"", .ref("path")),
    ]

    static let methodRules: [ObjectShape.Rule] = [.needs("method", ["path"]), .needs("path", ["method"])]
}
