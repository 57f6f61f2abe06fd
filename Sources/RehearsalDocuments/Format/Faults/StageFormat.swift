import Rehearsal

/// Stages of an exchange: the point at which a fault takes effect.
enum StageFormat {
    /// The stages in their order.
    static let names = Fault.stages(of: .close)

    /// What stands under `at`, with `after` and `on` beside it.
    static func stage(_ fields: Fields, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let value = fields["at"] else {
            let example = grammar?.example ?? #""at": "beforeHead""#
            fields.missing("a fault needs an \"at\"", hint: "for example \(example)")
            return nil
        }
        if value.node.string != "idle" { refuseIdleAttributes(fields) }
        if value.kind == .object { return stageWithAmount(value, grammar) }
        guard value.kind == .string else {
            let hint = #"write "beforeHead", or { "body": "50%" }"#
            return value.wrongType(expected: "a stage", hint: hint)
        }
        switch value.choice(names, see: "fault") {
        case "requestBody": return .requestBody()
        case "beforeHead": return .beforeHead
        // Without a place in it, what spreads bytes begins with the first, and what ends a head does so in its middle.
        case "head": return ["drip", "slice"].contains(grammar?.name) ? .head(.bytes(0)) : .head()
        case "afterHead": return .afterHead
        case "body": return body(value, grammar)
        case "end": return .end
        case "idle": return idle(fields).map { .idle($0) }
        default: return nil
        }
    }

    private static func body(_ value: DocumentValue, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let grammar, grammar.needsAmount else { return .body() }
        let hint = #"write { "body": 1024 } or { "body": "50%" }"#
        return value.refuse("\(grammar.name) in the body needs to know where in it", hint: hint, see: "fault")
    }

    private static func stageWithAmount(_ value: DocumentValue, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let fields = placed.fields(of: value) else { return nil }
        let member = fields.onlyMember(
            none: "\"at\" names no stage",
            several: "a fault happens at one stage",
            hint: #"write { "body": 1024 }, { "head": "50%" } or "beforeHead""#
        )
        guard let member, let stage = placed.read(fields) ?? nil else { return nil }
        return allows(amountAt: value.value(of: member), member.name, grammar) ? stage : nil
    }

    /// A stage with a place in it.
    static let placed = ObjectFormat<Fault.Stage?>(
        "stage",
        "a stage of a fault",
        topic: "fault",
        new: { nil },
        fields: [
            Field("requestBody", "after so much of the request's body", amount) {
                .requestBody($0)
            } take: {
                if case .requestBody(let amount) = $0 { amount } else { nil }
            },
            Field("head", "after so much of the reply's head", amount) {
                .head($0)
            } take: {
                if case .head(let amount) = $0 { amount } else { nil }
            },
            Field("body", "after so much of the reply's body", amount) {
                .body($0)
            } take: {
                if case .body(let amount) = $0 { amount } else { nil }
            },
        ],
        rules: [.exactlyOne(["requestBody", "head", "body"])]
    )

    /// A number of bytes or a share.
    private static let amount = ValueFormat<Fault.Amount>(.ref("share")) { value in
        let hint = #"write a number of bytes, or a share such as "50%""#
        if value.kind == .number { return value.integer(0...Int.max, hint: hint).map { .bytes($0) } }
        guard let text = value.node.string else {
            return value.wrongType(expected: "a number or a share", hint: hint)
        }
        if text.hasSuffix("%"), text.utf8.dropLast().allSatisfy({ 0x30..<0x3A ~= $0 || $0 == UInt8(ascii: ".") }),
            let percent = Double(text.dropLast()), 0...100 ~= percent
        {
            return .percent(percent)
        }
        return value.refuse("\(text.quoted) is no share from 0% to 100%", hint: hint, see: "fault")
    } write: { amount in
        if case .bytes(let count) = amount { JSON(integerLiteral: count) } else { .string(amount.description) }
    }

    static let share = ScenarioSchema.Definition(
        "share",
        .either([.integer(0...Int.max), .string(pattern: "^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$")])
    )

    /// The stages at which an effect can be had, and those in which it can have a place of its own.
    static func shape(for grammar: EffectGrammar) -> Shape {
        let words = grammar.stages.filter { $0 != "body" || !grammar.needsAmount }
        let fields = placed.keys.fields.filter { grammar.stages.contains($0.name) && !grammar.isWhole(at: $0.name) }
        if fields.isEmpty { return .words(words) }
        return .either([
            .words(words), .object(ObjectShape(fields: fields, rules: [.exactlyOne(fields.map(\.name))])),
        ])
    }

    /// A stage as documents write it.
    static func write(_ stage: Fault.Stage, of effect: Fault.Effect) -> JSON {
        switch stage {
        case .requestBody, .head, .body: effect.fills(stage) ? .string(stage.name) : placed.write(stage) ?? .null
        case .beforeHead, .afterHead, .end, .idle: .string(stage.name)
        }
    }

    /// Where the effect has its place already, another would be ignored.
    private static func allows(amountAt value: DocumentValue, _ name: String, _ grammar: EffectGrammar?) -> Bool {
        guard let grammar, grammar.isWhole(at: name) else { return true }
        let why =
            grammar.name == "wrongLength"
            ? "wrongLength is in one place of the head, its Content-Length"
            : "replaceBytes at head takes the place of the whole head"
        let hint = "write \"at\": \(name.quoted)"
        value.report("\(why), and has no other place in it", hint: hint, see: "fault")
        return false
    }

    private static func idle(_ fields: Fields) -> Fault.Idle? {
        guard let after = fields["after"] else {
            guard let on = fields["on"] else { return .nextRequest }
            return on.choice(["nextRequest"], see: "fault").map { _ in .nextRequest }
        }
        if let on = fields.member("on") {
            let message = "an idle connection meets its fault \"after\" a time or \"on\" the next request, not both"
            fields.conflict(on, message, hint: "keep one of them", see: "fault")
            return nil
        }
        if fields["effect"]?.node.string == "delay" {
            let message = "a connection that waits has nothing to delay"
            return after.refuse(message, hint: #"write "on": "nextRequest""#, see: "fault")
        }
        return after.duration().map { .after($0) }
    }

    private static func refuseIdleAttributes(_ fields: Fields) {
        for member in fields.members(["after", "on"]) {
            let message = "only a fault at idle has \(member.name.quoted)"
            let hint = #"write "at": "idle", or "effect": "delay" for one that comes later"#
            fields.conflict(member, message, hint: hint, see: "fault")
        }
    }
}

extension Fault.Effect {
    /// Whether a stage's name alone says where it is.
    fileprivate func fills(_ stage: Fault.Stage) -> Bool {
        switch (self, stage) {
        case (.replaceBytes, .head), (.wrongLength, .head): true
        case (.drip, _), (.slice, _), (.corrupt, _), (.corruptAt, _), (.replaceBytes, _):
            stage == .body(.bytes(0)) || stage == .head(.bytes(0))
        default: false
        }
    }
}
