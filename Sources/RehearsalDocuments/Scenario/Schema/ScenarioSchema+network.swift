extension ScenarioSchema {
    static let network: [Definition] = [
        Definition(name: "networkState", keys: .network, shape: .either(states.map { .object($0) })),
        Definition(name: "networkUntil", keys: .networkUntil, shape: .object(until(KnownKeys.networkUntil.names))),
    ]

    /// One for each state, with what only it has.
    private static let states: [ObjectShape] = [
        state("open", moments: ["accept"]),
        state("refusing", moments: ["accept"], ends: ["after", "released"]),
        state("resetting"), state("closing"), state("silent"),
        state("bytes", with: .init("base64", "the bytes", .ref("base64"))),
        state("slow", moments: ["accept"], with: .init("delay", "how much later", .ref("delay"))),
    ]

    private static func state(
        _ name: String,
        moments: [String] = ["accept", "clientHello"],
        ends: [String]? = nil,
        with own: ObjectShape.Field? = nil,
    ) -> ObjectShape {
        let end = ends.map { Shape.object(until($0)) } ?? .ref("networkUntil")
        return ObjectShape(
            fields: [
                .init("is", "how connections are treated", .words([name])),
                .init("on", "when it happens to a connection", .words(moments)),
                .init("until", "when the next state begins", end),
            ] + (own.map { [$0] } ?? []),
            rules: [.required(["is"] + (own.map { [$0.name] } ?? []))]
        )
    }

    private static func until(_ names: [String]) -> ObjectShape {
        let fields: [ObjectShape.Field] = [
            .init("connections", "after so many connections", .integer(positive)),
            .init("after", "after so long", duration),
            .init("released", "when somebody releases this name", .string(minLength: 1)),
        ]
        return ObjectShape(fields: fields.filter { names.contains($0.name) }, rules: [.exactlyOne(names)])
    }
}
