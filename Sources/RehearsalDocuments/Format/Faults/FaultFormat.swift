import Rehearsal

/// A fault of a document, with its position in the source.
struct LocatedFault: Sendable {
    var fault: Fault
    /// The position of the effect.
    var effect: Range<Int>
    /// The position of the stage.
    var stage: Range<Int>
}

/// The format of faults of replies: an effect at a stage, or a preset.
enum FaultFormat {
    static let purpose = "the faults of the reply: a fault, a preset, or a list of them"
    static let conflictHint = #"keep one of them, or separate them with "first" and "skip""#

    static let keys = ObjectKeys("fault", "a fault", topic: "fault", fields: fields)

    private static let fields: [ObjectShape.Field] =
        [
            .init("effect", "the effect of the fault", .enumeration(EffectGrammar.all.map(\.name))),
            .init("at", "the stage of the exchange at which the fault takes effect", .any),
        ] + idle + EffectGrammar.attributes + OccurrenceFormat.occurrence.keys.fields

    private static let idle: [ObjectShape.Field] = [
        .init("after", "the time for which the connection is idle before the fault", .ref("duration")),
        .init("on", "the fault occurs with the next request on an idle connection", .enumeration(["nextRequest"])),
    ]

    static let definitions: [ScenarioSchema.Definition] = {
        let single: [Shape] = [.ref("presetName"), .ref("fault"), .ref("preset")]
        return [
            .init("faults", .anyOf(single + [.list(.anyOf(single), count: 1...Int.max)])),
            .init("presetName", .enumeration(Fault.Preset.parameterless.map(\.name))),
            .init(keys, .anyOf(EffectGrammar.all.map { .object(object($0)) })),
            StageFormat.positioned.definition, StageFormat.share,
            .init(PresetGrammar.keys, .anyOf(PresetGrammar.all.map { .object($0.object) })),
        ]
    }()

    /// Returns the shape of a fault with one effect.
    private static func object(_ grammar: EffectGrammar) -> ObjectShape {
        let isIdle = grammar.stages.contains("idle")
        var fields = keys.fields.filter { field in
            switch field.name {
            case "after", "on": isIdle
            case let name: !EffectGrammar.attributes.map(\.name).contains(name) || grammar.attributes.contains(name)
            }
        }
        for index in fields.indices {
            switch fields[index].name {
            case "effect": fields[index].value = .enumeration([grammar.name])
            case "at": fields[index].value = StageFormat.shape(for: grammar)
            case "text" where grammar.name == "extraBytes": fields[index].value = .string(minLength: 1)
            case "base64" where grammar.name == "extraBytes": fields[index].value = .string(pattern: "[A-Za-z0-9+/_-]")
            case "every" where grammar.name == "slice":
                fields[index].value = .anyOf([fields[index].value, .ref("duration")])
            default: break
            }
        }
        var rules: [ObjectShape.Rule] = [.required(["effect", "at"] + grammar.required)]
        if !grammar.requiredOneOf.isEmpty { rules.append(.exactlyOne(grammar.requiredOneOf)) }
        if isIdle {
            rules += [
                .needsWord("after", "at", ["idle"]), .needsWord("on", "at", ["idle"]), .excludes("after", ["on"]),
            ]
            if grammar.name == "delay" { rules.append(.excludes("after", ["effect"])) }
        }
        return ObjectShape(fields: fields, rules: rules)
    }

    /// Returns the key `fault` of an object.
    static func field<Object>(
        _ path: @autoclosure @escaping KeyFormat<Object>.Path<[Fault]>
    ) -> KeyFormat<Object> {
        KeyFormat("fault", purpose, .ref("faults")) { fields, object in
            if let value = fields["fault"] { object[keyPath: path()] = faults(value).map(\.fault) }
            return true
        } write: { object in
            object[keyPath: path()].isEmpty ? [] : [JSON.Member("fault", object[keyPath: path()].document)]
        }
    }

    /// Returns the faults of an object, a preset's name, or a list of both.
    static func faults(_ value: DocumentValue) -> [LocatedFault] {
        guard value.kind == .array else { return fault(value) }
        if value.node.isEmpty {
            value.report("\"fault\" is empty, so no fault would occur", hint: "remove it")
        }
        let faults = value.elements.flatMap { fault($0) }
        reportConflict(in: faults, to: value.reader)
        return faults
    }

    /// Returns one fault, or those of a preset.
    private static func fault(_ value: DocumentValue) -> [LocatedFault] {
        switch value.kind {
        case .string: return PresetGrammar.preset(named: value)
        case .object where value["preset"] != nil: return PresetGrammar.preset(value)
        case .object: return single(value).map { [$0] } ?? []
        default:
            let hint = #"write { "effect": "reset", "at": "beforeHead" } or "empty-response""#
            return value.named("a fault").wrongType(expected: "an object or a preset's name", hint: hint) ?? []
        }
    }

    private static func single(_ value: DocumentValue) -> LocatedFault? {
        guard let fields = value.reader.fields(of: value.node, keys) else { return nil }
        let grammar = grammar(fields)
        if let grammar { rejectForeignAttributes(fields, grammar) }
        let effect = grammar.flatMap { $0.effect(fields) }
        let stage = StageFormat.stage(fields, grammar)
        let occurrence = OccurrenceFormat.read(fields, isSlice: grammar?.name == "slice")
        guard let effect, let stage, let effectNode = fields["effect"], let stageNode = fields["at"] else { return nil }
        let fault = Fault(effect, at: stage, on: occurrence)
        if let reason = fault.validationFailure {
            value.reader.report(
                .badValue,
                at: stageNode.range,
                reason,
                hint: grammar.map { "for example \($0.example)" },
                see: "fault"
            )
            return nil
        }
        return LocatedFault(fault: fault, effect: effectNode.range, stage: stageNode.range)
    }

    private static func grammar(_ fields: ObjectReader) -> EffectGrammar? {
        guard let value = fields["effect"] else {
            fields.reportMissing("a fault needs an \"effect\"", hint: #"write "effect": "reset""#)
            return nil
        }
        return value.choice(EffectGrammar.all.map(\.name), see: "fault")
            .flatMap(EffectGrammar.named)
    }

    /// Reports attributes of other effects.
    private static func rejectForeignAttributes(_ fields: ObjectReader, _ grammar: EffectGrammar) {
        for member in fields.members(EffectGrammar.attributes.map(\.name))
        where !grammar.attributes.contains(member.name) {
            let message = "\(member.name.quoted) is not an attribute of \(grammar.name): \(grammar.attributeSummary)"
            let hint = "for example \(grammar.example)"
            fields.reportConflict(member, message, hint: hint, see: "fault")
        }
    }

    /// Reports the second of two faults that both end the reply.
    private static func reportConflict(in faults: [LocatedFault], to reader: DocumentReader) {
        let all = faults.map(\.fault)
        guard let reason = Fault.conflict(in: all),
            let second = faults.indices.first(where: { Fault.conflict(in: all, at: $0) != nil })
        else { return }
        reader.report(.conflict, at: faults[second].effect, reason, hint: conflictHint, see: "fault")
    }

    // MARK: Topic

    static let topic = Topic(
        "fault",
        """
        one fault, or a list of faults and presets
        \(effects)
        "at" is one of these stages, in the order of an exchange: \(StageFormat.names.joined(separator: ", "))
          requestBody, head and body accept a position: { "body": 1024 } or { "body": "50%" }; close, reset, halfClose,
          stall and delay in the body need one; idle has "after": "50ms", or "on": "nextRequest" (the default)
          a fault at requestBody that ends the exchange does not advance the reply sequence; one at a later stage does
        "first": 2, "skip": 1, "every": 3 and "chance": 0.3 select the affected requests among those that get the reply
          for slice, "every": "20ms" is the time between two pieces
        close, reset, halfClose and a stall without "for" end a reply: several of them must select different requests
        presets: \(presets)
        """,
        example: #""fault": { "effect": "reset", "at": { "body": "50%" } }"#
    )

    /// The table of effects, with their attributes and the stages at which they can occur.
    private static var effects: String {
        let rows = EffectGrammar.all.map { grammar in
            (grammar.name, attributes(of: grammar), stageList(grammar.stages))
        }
        let titled = [("effect", "attributes", "stages")] + rows
        let (first, second) = (titled.map(\.0.count).max() ?? 0, titled.map(\.1.count).max() ?? 0)
        return titled.map { "  \(padded($0.0, first))  \(padded($0.1, second))  \($0.2)" }.joined(separator: "\n")
    }

    private static func attributes(of grammar: EffectGrammar) -> String {
        let alternatives = grammar.requiredOneOf.isEmpty ? [] : [grammar.requiredOneOf.joined(separator: " or ")]
        let list = grammar.required + alternatives + grammar.optional.map { "(\($0))" }
        return list.isEmpty ? "–" : list.joined(separator: " ")
    }

    private static func stageList(_ names: [String]) -> String {
        let missing = StageFormat.names.filter { !names.contains($0) }
        switch missing.count {
        case 0: return "all"
        case 1: return "all but \(missing[0])"
        default: return names.joined(separator: ", ")
        }
    }

    private static var presets: String {
        let bare = Fault.Preset.parameterless.map(\.name.quoted).joined(separator: ", ")
        let others = PresetGrammar.all.filter { !$0.attributes.isEmpty }.map { "  \($0.example)" }
        return "\(bare); with attributes:\n\(others.joined(separator: "\n"))"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension Fault {
    /// The fault as a JSON object of a document.
    var document: JSON {
        var members: [JSON.Member] = [.init("effect", .string(effect.name))]
        members += EffectGrammar.members(of: effect)
        members.append(.init("at", StageFormat.write(stage, of: effect)))
        if case .idle(.after(let duration)) = stage { members.append(.init("after", .string(duration.scenarioText))) }
        members += OccurrenceFormat.occurrence.members(of: occurrence) ?? []
        return .object(members)
    }
}

extension [Fault] {
    /// The faults as JSON: one object, or a list.
    var document: JSON { count == 1 ? self[0].document : .array(map(\.document)) }
}

/// The format of the occurrence of a fault or a preset: the requests to which it applies.
enum OccurrenceFormat {
    static let occurrence = ObjectFormat<Fault.Occurrence>(
        "occurrence",
        "a fault",
        topic: "fault",
        new: { Fault.Occurrence() },
        fields: [
            KeyFormat(
                "first",
                "the number of requests, from the first, that get the fault",
                .integer(0...Int.max, hint: #"write "first": 2 for the first two requests"#),
                \.first
            ),
            KeyFormat(
                "skip",
                "the number of requests, from the first, that do not get the fault",
                .integer(0...Int.max, hint: #"write "skip": 1 for all but the first"#),
                \.skip,
                default: 0
            ),
            KeyFormat(
                "every",
                "3 for every third request; for the effect slice also the time between two pieces",
                .integer(1...Int.max, hint: #"write "every": 3 for each third request"#),
                \.every,
                default: 1
            ),
            KeyFormat("chance", "the probability of the fault: 0.3 is three requests in ten", chance, \.chance) {
                $0 >= 1
            },
        ]
    )

    /// Reads the occurrence of a fault.
    ///
    /// - Parameter isSlice: whether `every` may be the time between two pieces.
    static func read(_ fields: ObjectReader, isSlice: Bool) -> Fault.Occurrence {
        var names = occurrence.keys.names
        if let value = fields["every"], value.kind != .number {
            names.removeAll { $0 == "every" }
            // The duration of a slice has been read with its effect.
            if !isSlice || value.kind != .string {
                let hint = #"write "every": 3, or for a slice "every": "20ms""#
                let expected = isSlice ? "a number of requests or a duration" : "a number of requests"
                let every = value.named("\"every\" (only the effect slice accepts a duration)")
                let _: Int? = every.wrongType(expected: expected, hint: hint)
            }
        }
        let read = occurrence.read(fields.keeping(names)) ?? Fault.Occurrence()
        for (name, isNever) in [("first", read.first == 0), ("chance", read.chance == 0)] where isNever {
            guard let value = fields[name] else { continue }
            let hint = "remove the fault, or increase the value"
            fields.reader.reportUnobservable(
                value.range,
                "this fault never occurs, because \(name.quoted) is 0",
                hint: hint
            )
        }
        return read
    }

    private static let chance = ValueFormat<Double>(.number(0...1)) { value in
        let hint = #"write "chance": 0.3 for three in ten"#
        guard let text = value.node.numberText else {
            return value.wrongType(expected: "a number", hint: hint)
        }
        if let value = Double(text), 0...1 ~= value { return value }
        return value.reject(
            "expected a number from 0 to 1 for \"chance\", found \(text.prefix(40))",
            hint: hint,
            see: "fault"
        )
    } write: {
        JSON(floatLiteral: $0)
    }
}
