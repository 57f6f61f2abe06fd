import Rehearsal

/// The grammar of one preset, whose attributes have the names of Toxiproxy.
struct PresetGrammar: Sendable {
    let name: String
    var required: [String] = []
    var optional: [String] = []
    let example: String
    /// Reads the attributes; reports an error and returns nil if one of them is wrong.
    let read: @Sendable (ObjectReader) -> Fault.Preset?

    var attributes: [String] { required + optional }

    static let keys = ObjectKeys(
        "preset",
        "a preset",
        topic: "fault",
        fields: [
            .init("preset", "the name of the preset, as in Toxiproxy and similar tools", .enumeration(all.map(\.name)))
        ]
            + toxics + OccurrenceFormat.occurrence.keys.fields
    )

    /// The attributes of presets, as named by Toxiproxy.
    private static let toxics: [ObjectShape.Field] = [
        .init("latency", "the delay of the reply", .ref("duration")),
        .init("jitter", "the maximum deviation from the latency", .ref("duration")),
        .init("rate", "the rate at which the reply is sent", .ref("rate")),
        .init("delay", "the delay of the close, or the time between two pieces", .ref("duration")),
        .init("timeout", "the time before the fault", .ref("duration")),
        .init("average_size", "the number of bytes in each piece", .integer(1...EffectGrammar.maxBytes)),
        .init("size_variation", "not supported: all pieces have the same size", .never),
        .init("bytes", "the number of bytes before the close", .integer(0...Int.max)),
    ]

    /// The shape of the preset.
    var object: ObjectShape {
        var fields = Self.keys.fields.filter { field in
            !Self.toxics.contains { $0.name == field.name } || attributes.contains(field.name)
        }
        fields[0].value = .enumeration([name])
        return ObjectShape(fields: fields, rules: [.required(["preset"] + required)])
    }

    static let all: [PresetGrammar] =
        Fault.Preset.parameterless.prefix { $0.name != "timeout" }.map { preset in
            PresetGrammar(name: preset.name, example: preset.name.quoted) { _ in preset }
        } + [
            PresetGrammar(
                name: "latency",
                required: ["latency"],
                optional: ["jitter"],
                example: #"{ "preset": "latency", "latency": "100ms", "jitter": "20ms" }"#
            ) { fields in
                guard let latency = fields.value("latency", .duration) else { return nil }
                return duration("jitter", fields).map { .latency(latency, jitter: $0 ?? .zero) }
            },
            PresetGrammar(
                name: "bandwidth",
                required: ["rate"],
                example: #"{ "preset": "bandwidth", "rate": "20KB/s" }"#
            ) { fields in
                fields.value("rate", .rate).map { .bandwidth(bytesPerSecond: $0) }
            },
            PresetGrammar(
                name: "slow_close",
                required: ["delay"],
                example: #"{ "preset": "slow_close", "delay": "2s" }"#
            ) { fields in
                fields.value("delay", .duration).map { .slowClose(delay: $0) }
            },
            PresetGrammar(
                name: "timeout",
                optional: ["timeout"],
                example: #"{ "preset": "timeout", "timeout": "5s" }"#
            ) { fields in
                duration("timeout", fields).map { .timeout($0) }
            },
            PresetGrammar(
                name: "reset_peer",
                optional: ["timeout"],
                example: #"{ "preset": "reset_peer", "timeout": "500ms" }"#
            ) { fields in
                duration("timeout", fields).map { .resetPeer(after: $0) }
            },
            PresetGrammar(
                name: "slicer",
                required: ["average_size"],
                optional: ["delay", "size_variation"],
                example: #"{ "preset": "slicer", "average_size": 64, "delay": "10ms" }"#
            ) { fields in
                let size = number("average_size", 1...EffectGrammar.maxBytes, fields)
                guard let size else { return nil }
                return duration("delay", fields).map { .slicer(size: size, delay: $0 ?? .zero) }
            },
            PresetGrammar(
                name: "limit_data",
                required: ["bytes"],
                example: #"{ "preset": "limit_data", "bytes": 1024 }"#
            ) { fields in
                number("bytes", 0...Int.max, fields).map { .limitData(bytes: $0) }
            },
        ]

    static func named(_ name: String) -> PresetGrammar? { all.first { $0.name == name } }

    /// The toxic of Toxiproxy that refuses connections; a scenario uses `network` instead.
    private static let down = "down"

    /// Reads an optional duration; reports an error and returns nil if it is wrong.
    private static func duration(_ name: String, _ fields: ObjectReader) -> Duration?? {
        guard fields[name] != nil else { return .some(nil) }
        return fields.value(name, .duration).map { .some($0) }
    }

    private static func number(_ name: String, _ range: ClosedRange<Int>, _ fields: ObjectReader) -> Int? {
        let example = fields["preset"]?.node.string.flatMap(named)?.example
        return fields.value(name, .integer(range, hint: example.map { "for example \($0)" }))
    }

    // MARK: Reading

    /// Reads a preset that is written as its name, without attributes: `"empty-response"`.
    static func preset(named value: DocumentValue) -> [LocatedFault] {
        guard let grammar = grammar(value) else { return [] }
        if let preset = Fault.Preset.parameterless.first(where: { $0.name == grammar.name }) {
            return locatedFaults(preset, at: value.range, on: .always)
        }
        let message = "\(grammar.name) needs \(grammar.required.map(\.quoted).joined(separator: " and "))"
        value.reader.report(.missingKey, at: value.range, message, hint: "write \(grammar.example)", see: "fault")
        return []
    }

    /// Reads a preset with attributes: `{ "preset": "latency", "latency": "100ms" }`.
    static func preset(_ value: DocumentValue) -> [LocatedFault] {
        guard let fields = value.reader.fields(of: value.node, keys), let name = fields["preset"] else { return [] }
        let occurrence = OccurrenceFormat.read(fields, isSlice: false)
        guard let grammar = grammar(name), grammar.hasAttributes(fields, at: name),
            let preset = grammar.read(fields)
        else { return [] }
        return locatedFaults(preset, at: name.range, on: occurrence)
    }

    private static func locatedFaults(
        _ preset: Fault.Preset,
        at range: Range<Int>,
        on occurrence: Fault.Occurrence,
    ) -> [LocatedFault] {
        preset.faults.map { fault in
            LocatedFault(fault: Fault(fault.effect, at: fault.stage, on: occurrence), effect: range, stage: range)
        }
    }

    private static func grammar(_ value: DocumentValue) -> PresetGrammar? {
        guard let name = value.string() else { return nil }
        if let grammar = named(name) { return grammar }
        if name == down {
            let message = "down is not a fault of a reply: a backend that is down refuses connections"
            let hint =
                #"add to the document: "network": [{ "is": "refusing", "until": { "after": "10s" } }]"#
            return value.reject(message, hint: hint, see: "network")
        }
        let names = all.map(\.name)
        let hint = NearestName.hint(for: name, in: names) ?? "valid presets: \(names.joined(separator: ", "))"
        return value.reject("unknown preset \(name.quoted)", hint: hint, see: "fault")
    }

    private func hasAttributes(_ fields: ObjectReader, at name: DocumentValue) -> Bool {
        let hint = "for example \(example)"
        for member in fields.members(Self.toxics.map(\.name)) where !attributes.contains(member.name) {
            let message = "\(member.name.quoted) is not an attribute of \(self.name)"
            fields.reportConflict(member, message, hint: hint, see: "fault")
        }
        for attribute in required where fields[attribute] == nil {
            let message = "\(self.name) needs \(attribute.quoted)"
            fields.reader.report(.missingKey, at: name.range, message, hint: hint, see: "fault")
            return false
        }
        if let variation = fields.member("size_variation"), attributes.contains(variation.name) {
            let message = "\"size_variation\" is not supported: all pieces of a slicer have the same size"
            fields.reader.report(.badValue, at: variation.nameRange, message, hint: "remove it", see: "fault")
            return false
        }
        return true
    }
}
