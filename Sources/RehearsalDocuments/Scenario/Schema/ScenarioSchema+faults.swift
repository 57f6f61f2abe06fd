import Rehearsal

extension ScenarioSchema {
    static let faults: [Definition] = [
        Definition(
            name: "faults",
            keys: nil,
            shape: .either([
                .ref("presetName"), .ref("fault"), .ref("preset"),
                .list(.either([.ref("presetName"), .ref("fault"), .ref("preset")]), count: positive),
            ])
        ),
        Definition(name: "presetName", keys: nil, shape: .words(Fault.Preset.plain.map(\.name))),
        Definition(name: "fault", keys: .fault, shape: .either(EffectGrammar.all.map { .object(fault($0)) })),
        Definition(name: "stage", keys: .stage, shape: .object(stage(stages.map(\.name)))),
        Definition(name: "share", keys: nil, shape: share),
        Definition(name: "preset", keys: .preset, shape: .either(PresetGrammar.all.map { .object(preset($0)) })),
    ]

    private static let share = Shape.either([
        .integer(count), .string(pattern: "^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$"),
    ])

    private static let stages: [ObjectShape.Field] = [
        .init("requestBody", "after so much of the request's body", .ref("share")),
        .init("head", "after so much of the reply's head", .ref("share")),
        .init("body", "after so much of the reply's body", .ref("share")),
    ]

    private static func stage(_ names: [String]) -> ObjectShape {
        ObjectShape(fields: stages.filter { names.contains($0.name) }, rules: [.exactlyOne(names)])
    }

    /// How often, of a fault or a preset.
    private static let occurrences: [ObjectShape.Field] = [
        .init("first", "only for the first requests, so many", .integer(count)),
        .init("skip", "not for the first requests, so many", .integer(count)),
        .init("every", "for each so-manyth request; of a slice also the time between two pieces", .integer(positive)),
        .init("chance", "for so many of all requests: 0.3 is three in ten", .number(0...1)),
    ]

    private static let mostBytes = 1 << 30

    /// What each effect is told by.
    private static let attributes: [ObjectShape.Field] = [
        .init("for", "how long; until the client goes if nothing is said", duration),
        .init("by", "how much later", .ref("delay")),
        .init("bytesPerSecond", "how fast", .integer(1...DocumentReader.fastest)),
        .init("size", "bytes of each piece", .integer(1...mostBytes)),
        .init("bytes", "how many bytes are changed", .integer(1...mostBytes)),
        .init("offsets", "which bytes are changed", .list(.integer(0...mostBytes), count: positive, isUnique: true)),
        .init("text", "the other bytes as a text", .string()),
        .init("base64", "the other bytes", .ref("base64")),
        .init("declares", "what Content-Length says", .integer(Int.min...Int.max)),
    ]

    private static func fault(_ grammar: EffectGrammar) -> ObjectShape {
        var fields: [ObjectShape.Field] = [
            .init("effect", "what goes wrong", .words([grammar.name])),
            .init("at", "when it goes wrong", place(of: grammar)),
        ]
        if grammar.stages.contains("idle") {
            fields.append(.init("after", "how long a connection is idle before it", duration))
            fields.append(.init("on", "it comes with the next request on an idle connection", .words(["nextRequest"])))
        }
        fields += attributes.filter { grammar.attributes.contains($0.name) }.map { field in
            var field = field
            if grammar.name == "extraBytes" { field.value = notEmpty(field.value) }
            return field
        }
        fields += occurrences.map { field in
            var field = field
            if grammar.name == "slice", field.name == "every" { field.value = .either([field.value, duration]) }
            return field
        }
        var rules: [ObjectShape.Rule] = [.required(["effect", "at"] + grammar.needs)]
        if !grammar.needsOne.isEmpty { rules.append(.exactlyOne(grammar.needsOne)) }
        if grammar.stages.contains("idle") {
            rules += [
                .needsWord("after", "at", ["idle"]), .needsWord("on", "at", ["idle"]), .excludes("after", ["on"]),
            ]
            if grammar.name == "delay" { rules.append(.excludes("after", ["effect"])) }
        }
        return ObjectShape(fields: fields, rules: rules)
    }

    private static func notEmpty(_ shape: Shape) -> Shape {
        if case .string = shape { .string(minLength: 1) } else { .string(pattern: "[A-Za-z0-9+/_-]") }
    }

    /// The stages at which an effect can be had, and those in which it can have a place of its own.
    private static func place(of grammar: EffectGrammar) -> Shape {
        let needsAmount = ["close", "reset", "halfClose", "stall", "delay"].contains(grammar.name)
        let words = grammar.stages.filter { $0 != "body" || !needsAmount }
        let isWhole = ["replaceBytes", "wrongLength"].contains(grammar.name)
        let amounts = stages.map(\.name).filter { grammar.stages.contains($0) && !($0 == "head" && isWhole) }
        return amounts.isEmpty ? .words(words) : .either([.words(words), .object(stage(amounts))])
    }

    /// The attributes of presets, as Toxiproxy names them.
    private static let presetAttributes: [ObjectShape.Field] = [
        .init("latency", "how late the reply is", duration),
        .init("jitter", "how much earlier or later than that", duration),
        .init("rate", "how fast the reply is sent", .ref("rate")),
        .init("delay", "how long it takes, or how long between two pieces", duration),
        .init("timeout", "after how long", duration),
        .init("average_size", "bytes of each piece", .integer(1...mostBytes)),
        .init("size_variation", "Toxiproxy's: the pieces are all of one size here", .never),
        .init("bytes", "after how many bytes", .integer(count)),
    ]

    private static func preset(_ grammar: PresetGrammar) -> ObjectShape {
        ObjectShape(
            fields: [.init("preset", "the name that another tool gives it", .words([grammar.name]))]
                + presetAttributes.filter { grammar.attributes.contains($0.name) } + occurrences,
            rules: [.required(["preset"] + grammar.needs)]
        )
    }
}
