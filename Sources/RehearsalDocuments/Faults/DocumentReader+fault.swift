import Rehearsal

extension DocumentReader {
    /// What stands under `fault`: an object, a preset's name, or a list of both.
    mutating func faults(_ node: JSONDocument.Node) -> [PlacedFault] {
        guard node.kind == .array else { return fault(node) }
        if !node.elements.contains(where: { _ in true }) {
            report(.badValue, at: node.range, "\"fault\" is empty: nothing would go wrong", hint: "remove it")
        }
        var faults: [PlacedFault] = []
        for element in node.elements { faults += fault(element) }
        tellConflict(in: faults)
        return faults
    }

    /// One fault, or those of a preset.
    private mutating func fault(_ node: JSONDocument.Node) -> [PlacedFault] {
        switch node.kind {
        case .string: return preset(named: node)
        case .object: return node["preset"] == nil ? single(node).map { [$0] } ?? [] : preset(node)
        default:
            let hint = #"write { "effect": "reset", "at": "beforeHead" } or "empty-response""#
            wrongType(node, expected: "an object or a preset's name", in: "a fault", hint: hint)
            return []
        }
    }

    private mutating func single(_ node: JSONDocument.Node) -> PlacedFault? {
        guard let fields = fields(of: node, .fault) else { return nil }
        let grammar = grammar(fields)
        if let grammar { refuseForeignAttributes(fields, grammar) }
        let effect = grammar.flatMap { self.effect($0, fields) }
        let stage = self.stage(fields, grammar)
        let occurrence = self.occurrence(fields, of: grammar)
        guard let effect, let stage, let effectNode = fields["effect"], let stageNode = fields["at"] else { return nil }
        let fault = Fault(effect, at: stage, on: occurrence)
        if let reason = fault.illegality {
            report(.badValue, at: stageNode.range, reason, hint: grammar?.example, see: "fault")
            return nil
        }
        return PlacedFault(fault: fault, effect: effectNode.range, stage: stageNode.range)
    }

    private mutating func grammar(_ fields: Fields) -> EffectGrammar? {
        guard let node = fields["effect"] else {
            let brace = fields.node.range.prefix(1)
            let message = "a fault needs an \"effect\""
            report(.missingKey, at: brace, message, hint: #"write "effect": "reset""#, see: "fault")
            return nil
        }
        return choice(node, "\"effect\"", EffectGrammar.all.map(\.name), see: "fault").flatMap(EffectGrammar.named)
    }

    /// An attribute that another effect has.
    private mutating func refuseForeignAttributes(_ fields: Fields, _ grammar: EffectGrammar) {
        for member in fields.members(EffectGrammar.attributes) where !grammar.attributes.contains(member.name) {
            let message = "\(member.name.quoted) is no attribute of \(grammar.name): \(grammar.sentence)"
            report(.conflict, at: member.nameRange, message, hint: "for example \(grammar.example)", see: "fault")
        }
    }

    /// Two that would both end the reply are told at the second.
    private mutating func tellConflict(in faults: [PlacedFault]) {
        let all = faults.map(\.fault)
        guard let reason = Fault.conflict(in: all),
            let second = faults.indices.first(where: { Fault.conflict(in: all, at: $0) != nil })
        else { return }
        let hint = #"keep one of them, or let them take turns with "first" and "skip""#
        report(.conflict, at: faults[second].effect, reason, hint: hint, see: "fault")
    }
}
