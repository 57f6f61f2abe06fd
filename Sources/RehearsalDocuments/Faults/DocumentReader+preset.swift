import Rehearsal

extension DocumentReader {
    /// `"empty-response"`: a preset that needs to be told nothing else.
    mutating func preset(named node: JSONDocument.Node) -> [PlacedFault] {
        guard let grammar = presetGrammar(node) else { return [] }
        if let preset = Fault.Preset.plain.first(where: { $0.name == grammar.name }) {
            return placed(preset, at: node.range, on: .always)
        }
        let needs = grammar.needs.map(\.quoted).joined(separator: " and ")
        let message = "\(grammar.name) needs \(needs)"
        report(.missingKey, at: node.range, message, hint: "write \(grammar.example)", see: "fault")
        return []
    }

    /// `{ "preset": "latency", "latency": "100ms" }`.
    mutating func preset(_ node: JSONDocument.Node) -> [PlacedFault] {
        guard let fields = fields(of: node, .preset), let name = fields["preset"] else { return [] }
        let occurrence = occurrence(fields, of: nil)
        guard let grammar = presetGrammar(name), hasAttributes(grammar, fields, at: name) else { return [] }
        guard let preset = preset(grammar, fields) else { return [] }
        return placed(preset, at: name.range, on: occurrence)
    }

    private func placed(_ preset: Fault.Preset, at range: Range<Int>, on occurrence: Fault.Occurrence) -> [PlacedFault]
    {
        preset.faults.map { fault in
            PlacedFault(fault: Fault(fault.effect, at: fault.stage, on: occurrence), effect: range, stage: range)
        }
    }

    private mutating func presetGrammar(_ node: JSONDocument.Node) -> PresetGrammar? {
        guard let name = string(node, in: "\"preset\"") else { return nil }
        if let grammar = PresetGrammar.named(name) { return grammar }
        if name == PresetGrammar.down {
            let message = "down is no fault of a reply: a backend that is down refuses connections"
            let hint =
                #"write network refusing, at the top: "network": [{ "is": "refusing", "until": { "after": "10s" } }]"#
            report(.badValue, at: node.range, message, hint: hint, see: "network")
            return nil
        }
        let names = PresetGrammar.all.map(\.name)
        let hint = NearestName.hint(for: name, in: names) ?? "the presets are \(names.joined(separator: ", "))"
        report(.badValue, at: node.range, "there is no preset \(name.quoted)", hint: hint, see: "fault")
        return nil
    }

    private mutating func hasAttributes(
        _ grammar: PresetGrammar,
        _ fields: Fields,
        at name: JSONDocument.Node,
    ) -> Bool {
        for member in fields.members(KnownKeys.presetAttributes) where !grammar.attributes.contains(member.name) {
            let message = "\(member.name.quoted) is no attribute of \(grammar.name)"
            report(.conflict, at: member.nameRange, message, hint: "for example \(grammar.example)", see: "fault")
        }
        for attribute in grammar.needs where fields[attribute] == nil {
            let message = "\(grammar.name) needs \(attribute.quoted)"
            report(.missingKey, at: name.range, message, hint: "for example \(grammar.example)", see: "fault")
            return false
        }
        if let variation = fields.member("size_variation"), grammar.attributes.contains(variation.name) {
            let message = "the pieces of a slicer are all of one size here"
            report(.badValue, at: variation.nameRange, message, hint: "leave it out", see: "fault")
            return false
        }
        return true
    }

    private mutating func preset(_ grammar: PresetGrammar, _ fields: Fields) -> Fault.Preset? {
        switch grammar.name {
        case "latency":
            guard let latency = duration(fields["latency"], in: "\"latency\"") else { return nil }
            guard let node = fields["jitter"] else { return .latency(latency) }
            return duration(node, in: "\"jitter\"").map { .latency(latency, jitter: $0) }
        case "bandwidth": return rate(fields["rate"], in: "\"rate\"").map { .bandwidth(bytesPerSecond: $0) }
        case "slow_close": return duration(fields["delay"], in: "\"delay\"").map { .slowClose(delay: $0) }
        case "timeout":
            guard let node = fields["timeout"] else { return .timeout() }
            return duration(node, in: "\"timeout\"").map { .timeout($0) }
        case "reset_peer":
            guard let node = fields["timeout"] else { return .resetPeer() }
            return duration(node, in: "\"timeout\"").map { .resetPeer(after: $0) }
        case "slicer":
            guard let size = integer(fields["average_size"], in: "\"average_size\"", 1...1 << 30, hint: grammar.example)
            else { return nil }
            guard let node = fields["delay"] else { return .slicer(size: size) }
            return duration(node, in: "\"delay\"").map { .slicer(size: size, delay: $0) }
        case "limit_data":
            return integer(fields["bytes"], in: "\"bytes\"", 0...Int.max, hint: grammar.example).map {
                .limitData(bytes: $0)
            }
        default: return Fault.Preset.plain.first { $0.name == grammar.name }
        }
    }
}
