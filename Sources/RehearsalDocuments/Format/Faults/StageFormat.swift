import Rehearsal

/// The format of stages: the points in an exchange at which a fault takes effect.
enum StageFormat {
    /// The names of the stages, in the order of an exchange.
    static let names = Fault.stages(of: .close)

    /// Returns the stage of a fault from `at`, `after` and `on`.
    static func stage(_ fields: ObjectReader, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let value = fields["at"] else {
            let example = grammar?.example ?? #""at": "beforeHead""#
            fields.reportMissing("a fault needs an \"at\"", hint: "for example \(example)")
            return nil
        }
        if value.node.string != "idle" { rejectIdleAttributes(fields) }
        if value.kind == .object { return stageWithAmount(value, grammar) }
        guard value.kind == .string else {
            let hint = #"write "beforeHead", or { "body": "50%" }"#
            return value.wrongType(expected: "a stage", hint: hint)
        }
        switch value.choice(names, see: "fault") {
        case "requestBody": return .requestBody()
        case "beforeHead": return .beforeHead
        // Without a position, drip and slice start at the first byte; other effects occur in the middle of the head.
        case "head": return ["drip", "slice"].contains(grammar?.name) ? .head(.bytes(0)) : .head()
        case "afterHead": return .afterHead
        case "body": return body(value, grammar)
        case "end": return .end
        case "idle": return idle(fields).map { .idle($0) }
        default: return nil
        }
    }

    private static func body(_ value: DocumentValue, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let grammar, grammar.needsPosition else { return .body() }
        let hint = #"write { "body": 1024 } or { "body": "50%" }"#
        return value.reject("\(grammar.name) in the body needs a position", hint: hint, see: "fault")
    }

    private static func stageWithAmount(_ value: DocumentValue, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let fields = positioned.fields(of: value) else { return nil }
        let member = fields.onlyMember(
            none: "\"at\" has no stage",
            several: "\"at\" has more than one stage",
            hint: #"write { "body": 1024 }, { "head": "50%" } or "beforeHead""#
        )
        guard let member, let stage = positioned.read(fields) ?? nil else { return nil }
        return allows(amountAt: value.value(of: member), member.name, grammar) ? stage : nil
    }

    /// The format of a stage with a position.
    static let positioned = ObjectFormat<Fault.Stage?>(
        "stage",
        "a stage of a fault",
        topic: "fault",
        new: { nil },
        fields: [
            KeyFormat("requestBody", "the position in the request's body", amount) {
                .requestBody($0)
            } take: {
                if case .requestBody(let amount) = $0 { amount } else { nil }
            },
            KeyFormat("head", "the position in the reply's head", amount) {
                .head($0)
            } take: {
                if case .head(let amount) = $0 { amount } else { nil }
            },
            KeyFormat("body", "the position in the reply's body", amount) {
                .body($0)
            } take: {
                if case .body(let amount) = $0 { amount } else { nil }
            },
        ],
        rules: [.exactlyOne(["requestBody", "head", "body"])]
    )

    /// The format of a position: a number of bytes, or a percentage of all bytes.
    private static let amount = ValueFormat<Fault.Amount>(.ref("share")) { value in
        let hint = #"write a number of bytes, or a percentage such as "50%""#
        if value.kind == .number { return value.integer(0...Int.max, hint: hint).map { .bytes($0) } }
        guard let text = value.node.string else {
            return value.wrongType(expected: "a number or a percentage", hint: hint)
        }
        if text.hasSuffix("%"), text.utf8.dropLast().allSatisfy({ 0x30..<0x3A ~= $0 || $0 == UInt8(ascii: ".") }),
            let percent = Double(text.dropLast()), 0...100 ~= percent
        {
            return .percent(percent)
        }
        return value.reject("\(text.quoted) is not a percentage from 0% to 100%", hint: hint, see: "fault")
    } write: { amount in
        if case .bytes(let count) = amount { JSON(integerLiteral: count) } else { .string(amount.description) }
    }

    static let share = ScenarioSchema.Definition(
        "share",
        .anyOf([.integer(0...Int.max), .string(pattern: "^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$")])
    )

    /// Returns the shape of the stages of an effect, with a position where the effect accepts one.
    static func shape(for grammar: EffectGrammar) -> Shape {
        let words = grammar.stages.filter { $0 != "body" || !grammar.needsPosition }
        let fields = positioned.keys.fields.filter {
            grammar.stages.contains($0.name) && !grammar.hasFixedPosition(at: $0.name)
        }
        if fields.isEmpty { return .enumeration(words) }
        return .anyOf([
            .enumeration(words), .object(ObjectShape(fields: fields, rules: [.exactlyOne(fields.map(\.name))])),
        ])
    }

    /// Returns the JSON of a stage.
    static func write(_ stage: Fault.Stage, of effect: Fault.Effect) -> JSON {
        switch stage {
        case .requestBody, .head, .body: effect.fills(stage) ? .string(stage.name) : positioned.write(stage) ?? .null
        case .beforeHead, .afterHead, .end, .idle: .string(stage.name)
        }
    }

    /// Whether the effect accepts a position in a stage; reports an error if its position there is fixed.
    private static func allows(amountAt value: DocumentValue, _ name: String, _ grammar: EffectGrammar?) -> Bool {
        guard let grammar, grammar.hasFixedPosition(at: name) else { return true }
        let reason =
            grammar.name == "wrongLength"
            ? "wrongLength changes Content-Length"
            : "replaceBytes at head replaces the whole head"
        let hint = "write \"at\": \(name.quoted)"
        value.report("\(reason), so \"at\" cannot have a position", hint: hint, see: "fault")
        return false
    }

    private static func idle(_ fields: ObjectReader) -> Fault.IdleTrigger? {
        guard let after = fields["after"] else {
            guard let on = fields["on"] else { return .nextRequest }
            return on.choice(["nextRequest"], see: "fault").map { _ in .nextRequest }
        }
        if let on = fields.member("on") {
            let message = "a fault at idle has \"after\" or \"on\", not both"
            fields.reportConflict(on, message, hint: "keep one of them", see: "fault")
            return nil
        }
        if fields["effect"]?.node.string == "delay" {
            let message = "an idle connection has nothing to delay"
            return after.reject(message, hint: #"write "on": "nextRequest""#, see: "fault")
        }
        return after.duration().map { .after($0) }
    }

    private static func rejectIdleAttributes(_ fields: ObjectReader) {
        for member in fields.members(["after", "on"]) {
            let message = "only a fault at idle has \(member.name.quoted)"
            let hint = #"write "at": "idle", or use "effect": "delay" to delay the reply"#
            fields.reportConflict(member, message, hint: hint, see: "fault")
        }
    }
}

extension Fault.Effect {
    /// Whether the name of a stage alone determines its position for this effect.
    fileprivate func fills(_ stage: Fault.Stage) -> Bool {
        switch (self, stage) {
        case (.replaceBytes, .head), (.wrongLength, .head): true
        case (.drip, _), (.slice, _), (.corrupt, _), (.corruptAt, _), (.replaceBytes, _):
            stage == .body(.bytes(0)) || stage == .head(.bytes(0))
        default: false
        }
    }
}
