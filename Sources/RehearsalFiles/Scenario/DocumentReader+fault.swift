import Rehearsal

extension DocumentReader {
    private static let laterEffects = [
        "halfClose", "delay", "drip", "slice", "corrupt", "replaceBytes", "wrongLength", "extraBytes",
    ]
    private static let laterStages = ["requestBody", "head", "idle"]

    /// One fault; those of the format that this version does not play are said to be so.
    mutating func fault(_ node: JSONDocument.Node) -> Fault? {
        switch node.kind {
        case .string:
            notYet(node.string ?? "", at: node.range, in: KnownKeys(what: "\"fault\"", topic: "fault", names: []))
            return nil
        case .array:
            let message = "a list of faults is part of the format, but this version plays one fault a reply"
            report(.notSupportedYet, at: node.range.prefix(1), message, hint: "write one object", see: "fault")
            return nil
        default: break
        }
        guard let fields = fields(of: node, .fault) else { return nil }
        let effect = effect(fields)
        let stage = stage(fields)
        guard let effect, let stage else { return nil }
        return Fault(effect, at: stage)
    }

    private mutating func effect(_ fields: Fields) -> Fault.Effect? {
        let known = ["close", "reset", "stall"]
        guard let node = fields["effect"] else {
            let hint = #"write "effect": "reset""#
            report(
                .missingKey,
                at: fields.node.range.prefix(1),
                "a fault needs an \"effect\"",
                hint: hint,
                see: "fault"
            )
            return nil
        }
        guard let name = choice(node, "\"effect\"", known, later: Self.laterEffects, see: "fault") else { return nil }
        if name != "stall", let member = fields.member("for") {
            let message = "only a stall has \"for\", a \(name) does not last"
            report(.conflict, at: member.nameRange, message, hint: "remove it")
        }
        switch name {
        case "close": return .close
        case "reset": return .reset
        default: return .stall(for: duration(fields["for"], in: "\"for\""))
        }
    }

    private mutating func stage(_ fields: Fields) -> Fault.Stage? {
        let known = ["beforeHead", "afterHead", "end"]
        guard let node = fields["at"] else {
            let hint = #"write "at": "beforeHead""#
            report(.missingKey, at: fields.node.range.prefix(1), "a fault needs an \"at\"", hint: hint, see: "fault")
            return nil
        }
        if node.kind == .object {
            guard let amount = self.fields(of: node, .stage) else { return nil }
            return amount["body"].flatMap { self.amount($0) }.map { .body($0) }
        }
        if node.string == "body" {
            let hint = #"write { "body": 1024 } or { "body": "50%" }"#
            report(.badValue, at: node.range, "a fault in the body needs to know where in it", hint: hint, see: "fault")
            return nil
        }
        switch choice(node, "\"at\"", known, later: Self.laterStages, see: "fault") {
        case "beforeHead": return .beforeHead
        case "afterHead": return .afterHead
        case "end": return .end
        default: return nil
        }
    }

    private mutating func amount(_ node: JSONDocument.Node) -> Fault.Amount? {
        if node.kind == .number { return integer(node, in: "\"body\"", 0...Int.max).map { .bytes($0) } }
        let hint = #"write a number of bytes, or a share such as "50%""#
        guard let text = node.string else {
            wrongType(node, expected: "a number or a share", in: "\"body\"", hint: hint)
            return nil
        }
        let digits = text.utf8.dropLast()
        guard text.hasSuffix("%"), digits.allSatisfy({ 0x30..<0x3A ~= $0 || $0 == UInt8(ascii: ".") }),
            let percent = Double(text.dropLast()), 0...100 ~= percent
        else {
            report(.badValue, at: node.range, "\(text.quoted) is no share from 0% to 100%", hint: hint)
            return nil
        }
        return .percent(percent)
    }

    /// One of the names; another of the format, or one that nobody knows, is said to be so.
}
