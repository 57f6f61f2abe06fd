import Rehearsal

extension DocumentReader {
    private static let stages = ["requestBody", "beforeHead", "head", "afterHead", "body", "end", "idle"]
    /// Those in which a fault has a place of its own.
    private static let withAmounts = ["requestBody", "head", "body"]

    /// What stands under `at`, with `after` and `on` beside it.
    mutating func stage(_ fields: Fields, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let node = fields["at"] else {
            let example = grammar?.example ?? #""at": "beforeHead""#
            let brace = fields.node.range.prefix(1)
            report(.missingKey, at: brace, "a fault needs an \"at\"", hint: "for example \(example)", see: "fault")
            return nil
        }
        if node.string != "idle" { refuseIdleAttributes(fields) }
        if node.kind == .object { return stageWithAmount(node, grammar) }
        guard node.kind == .string else {
            let hint = #"write "beforeHead", or { "body": "50%" }"#
            wrongType(node, expected: "a stage", in: "\"at\"", hint: hint)
            return nil
        }
        switch choice(node, "\"at\"", Self.stages, see: "fault") {
        case "requestBody": return .requestBody()
        case "beforeHead": return .beforeHead
        case "head": return Self.isWholeHead(grammar) ? .head(.bytes(0)) : .head()
        case "afterHead": return .afterHead
        case "body": return body(node, grammar)
        case "end": return .end
        case "idle": return idle(fields).map { .idle($0) }
        default: return nil
        }
    }

    /// Without a place in it, what spreads bytes begins with the first, and what ends a head does so in its middle.
    private static func isWholeHead(_ grammar: EffectGrammar?) -> Bool {
        ["drip", "slice"].contains(grammar?.name)
    }

    private mutating func body(_ node: JSONDocument.Node, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard ["close", "reset", "halfClose", "stall", "delay"].contains(grammar?.name) else { return .body() }
        let hint = #"write { "body": 1024 } or { "body": "50%" }"#
        let message = "\(grammar?.name ?? "a fault") in the body needs to know where in it"
        report(.badValue, at: node.range, message, hint: hint, see: "fault")
        return nil
    }

    private mutating func stageWithAmount(_ node: JSONDocument.Node, _ grammar: EffectGrammar?) -> Fault.Stage? {
        guard let fields = fields(of: node, .stage) else { return nil }
        let given = fields.members(Self.withAmounts)
        guard let member = given.first, given.count == 1 else {
            let hint = #"write { "body": 1024 }, { "head": "50%" } or "beforeHead""#
            if node.members.contains(where: { _ in true }), given.isEmpty { return nil }
            let message = given.isEmpty ? "\"at\" names no stage" : "a fault happens at one stage"
            report(.badValue, at: given.dropFirst().first?.nameRange ?? node.range, message, hint: hint, see: "fault")
            return nil
        }
        guard let amount = amount(member), allows(amountAt: member, grammar) else { return nil }
        switch member.name {
        case "requestBody": return .requestBody(amount)
        case "head": return .head(amount)
        default: return .body(amount)
        }
    }

    /// Where the effect has its place already, another would be ignored.
    private mutating func allows(amountAt member: JSONDocument.Member, _ grammar: EffectGrammar?) -> Bool {
        let why: String
        switch (grammar?.name, member.name) {
        case ("replaceBytes", "head"): why = "replaceBytes at head takes the place of the whole head"
        case ("wrongLength", "head"): why = "wrongLength is in one place of the head, its Content-Length"
        default: return true
        }
        let hint = "write \"at\": \(member.name.quoted)"
        report(.badValue, at: member.value.range, "\(why), and has no other place in it", hint: hint, see: "fault")
        return false
    }

    /// A number of bytes or a share.
    private mutating func amount(_ member: JSONDocument.Member) -> Fault.Amount? {
        let (node, what) = (member.value, member.name.quoted)
        let hint = #"write a number of bytes, or a share such as "50%""#
        if node.kind == .number { return integer(node, in: what, 0...Int.max, hint: hint).map { .bytes($0) } }
        guard let text = node.string else {
            wrongType(node, expected: "a number or a share", in: what, hint: hint)
            return nil
        }
        let digits = text.utf8.dropLast()
        guard text.hasSuffix("%"), digits.allSatisfy({ 0x30..<0x3A ~= $0 || $0 == UInt8(ascii: ".") }),
            let percent = Double(text.dropLast()), 0...100 ~= percent
        else {
            report(.badValue, at: node.range, "\(text.quoted) is no share from 0% to 100%", hint: hint, see: "fault")
            return nil
        }
        return .percent(percent)
    }

    private mutating func idle(_ fields: Fields) -> Fault.Idle? {
        guard let after = fields["after"] else {
            guard let on = fields["on"] else { return .nextRequest }
            return choice(on, "\"on\"", ["nextRequest"], see: "fault").map { _ in .nextRequest }
        }
        if let on = fields.member("on") {
            let message = "an idle connection meets its fault \"after\" a time or \"on\" the next request, not both"
            report(.conflict, at: on.nameRange, message, hint: "keep one of them", see: "fault")
            return nil
        }
        if fields["effect"]?.string == "delay" {
            let message = "a connection that waits has nothing to delay"
            report(.badValue, at: after.range, message, hint: #"write "on": "nextRequest""#, see: "fault")
            return nil
        }
        return duration(after, in: "\"after\"").map { .after($0) }
    }

    private mutating func refuseIdleAttributes(_ fields: Fields) {
        for member in fields.members(["after", "on"]) {
            let message = "only a fault at idle has \(member.name.quoted)"
            let hint = #"write "at": "idle", or "effect": "delay" for one that comes later"#
            report(.conflict, at: member.nameRange, message, hint: hint, see: "fault")
        }
    }
}
