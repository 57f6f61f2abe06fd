extension ScenarioSchema {
    static let expectations: [Definition] = [
        Definition(name: "expectation", keys: .expectation, shape: .object(expectation)),
        Definition(name: "count", keys: .count, shape: .either([.integer(count), .object(bounds)])),
        Definition(
            name: "gap",
            keys: .gap,
            shape: .object(
                ObjectShape(fields: [
                    .init("atLeast", "it is so long or longer", duration),
                    .init("atMost", "it is so long or shorter", duration),
                ])
            )
        ),
    ]

    private static let others = KnownKeys.expectation.names

    private static let expectation = ObjectShape(
        fields: methods + anyMethod + [
            .init("where", "what the requests must show, as \"when\" says it", .ref("where")),
            .init("count", "how many of them there are", .ref("count")),
            .init("attempts", "the same without what a network stack sends again by itself", .ref("count")),
            .init("gaps", "the times between them, one after the other", .list(.ref("gap"))),
            .init("same", "what all of them have in common: \"body\", \"target\", \"header:X\", \"query:x\"", same),
            .init("within", "how long it may take until they have come", duration),
            .init("endedBy", "who ended their connections", .words(["client", "server"])),
            .init("inOrder", "requests that came in this order: \"post /auth/login\"", order),
            .init("unexpected", "how many requests nothing answered", .ref("count")),
        ],
        rules: [
            .exactlyOne(KnownKeys.methods + ["method", "inOrder", "unexpected"]),
            .excludes("inOrder", others.filter { $0 != "inOrder" }),
            .excludes("unexpected", others.filter { $0 != "unexpected" }),
        ] + methodRules
    )

    private static let same = Shape.list(.string(pattern: "^(body|target|header:\(token)|query:.+)$"))
    private static let order = Shape.list(.string(pattern: "^\(token) /[^?#]*$"), count: positive)

    private static let bounds = ObjectShape(
        fields: [
            .init("min", "so many or more", .integer(count)),
            .init("max", "so many or fewer", .integer(count)),
        ],
        rules: [.atLeastOne(["min", "max"])]
    )
}
