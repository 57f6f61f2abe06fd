extension ScenarioSchema {
    static let delays: [Definition] = [
        Definition(name: "delay", keys: .delay, shape: .either([duration, .object(delay)])),
        Definition(name: "lognormal", keys: .logNormal, shape: .object(logNormal)),
        Definition(name: "replyDelay", keys: .replyDelay, shape: .either([duration, .object(replyDelay)])),
    ]

    private static let drawn: [ObjectShape.Field] = [
        .init("uniform", "any time between two", .list(duration, count: 2...2)),
        .init("lognormal", "as real servers are: its median, and what one in a hundred is over", .ref("lognormal")),
    ]

    private static let delay = ObjectShape(fields: drawn, rules: [.exactlyOne(KnownKeys.delay.names)])

    private static let logNormal = ObjectShape(
        fields: [
            .init("median", "half of the delays are shorter", duration),
            .init("p99", "one in a hundred is longer", duration),
        ],
        rules: [.required(KnownKeys.logNormal.names)]
    )

    private static let replyDelay = ObjectShape(
        fields: [
            .init("head", "before the first byte", .ref("delay")),
            .init("body", "between the head and the body", .ref("delay")),
        ] + drawn,
        rules: [
            .atLeastOne(KnownKeys.replyDelay.names), .excludes("uniform", ["lognormal", "head", "body"]),
            .excludes("lognormal", ["head", "body"]),
        ]
    )
}
