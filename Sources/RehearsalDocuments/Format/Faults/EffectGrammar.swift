import Rehearsal

/// The grammar of one fault effect: its attributes, and the functions that read and write them.
struct EffectGrammar: Sendable {
    /// The effect with arbitrary attributes.
    let sample: Fault.Effect
    /// The required attributes.
    var required: [String] = []
    /// The attributes of which exactly one is required.
    var requiredOneOf: [String] = []
    /// The optional attributes.
    var optional: [String] = []
    let example: String
    /// Reads the attributes; reports an error and returns nil if one of them is wrong.
    let read: @Sendable (ObjectReader) -> Fault.Effect?

    var name: String { sample.name }

    var attributes: [String] { required + requiredOneOf + optional }

    /// The names of the stages at which the effect can occur.
    var stages: [String] { Fault.stages(of: sample) }

    /// Whether the effect needs a position if it occurs in the body.
    var needsPosition: Bool {
        switch sample {
        case .close, .reset, .halfClose, .stall, .delay: true
        default: false
        }
    }

    /// Whether the effect has a fixed position in a stage, so that a document cannot state one.
    func hasFixedPosition(at stage: String) -> Bool {
        switch sample {
        case .replaceBytes, .wrongLength: stage == "head"
        default: false
        }
    }

    /// The attributes for use in a sentence: `slice has "size" and "every" (optional)`.
    var attributeSummary: String {
        let all =
            required.map(\.quoted)
            + (requiredOneOf.isEmpty ? [] : [requiredOneOf.map(\.quoted).joined(separator: " or ")])
        let list = all + optional.map { "\($0.quoted) (optional)" }
        return list.isEmpty ? "\(name) has no attributes" : "\(name) has \(list.joined(separator: " and "))"
    }

    static func named(_ name: String) -> EffectGrammar? { all.first { $0.name == name } }

    /// Returns the effect with its attributes; reports an error and returns nil if one of them is missing or wrong.
    func effect(_ fields: ObjectReader) -> Fault.Effect? {
        hasAttributes(fields) ? read(fields) : nil
    }

    /// Whether the required attributes are present, and one of those that exclude each other; reports an error if not.
    private func hasAttributes(_ fields: ObjectReader) -> Bool {
        for name in required where fields[name] == nil {
            reportMissing(name.quoted, fields)
            return false
        }
        guard !requiredOneOf.isEmpty else { return true }
        let present = fields.members(requiredOneOf)
        if present.isEmpty { reportMissing(requiredOneOf.map(\.quoted).joined(separator: " or "), fields) }
        for other in present.dropFirst() {
            let message = "\(name) has \(present[0].name.quoted) or \(other.name.quoted), not both"
            fields.reportConflict(other, message, hint: "keep one of them", see: "fault")
        }
        return present.count == 1
    }

    private func reportMissing(_ names: String, _ fields: ObjectReader) {
        let range = fields["effect"]?.range ?? fields.node.range.prefix(1)
        fields.reader.report(
            .missingKey,
            at: range,
            "\(name) needs \(names)",
            hint: "for example \(example)",
            see: "fault"
        )
    }

    /// The maximum number of bytes in an attribute, 1 GiB.
    static let maxBytes = 1 << 30

    /// The attributes of all effects; `every` is also a number of requests, which every fault may have.
    static let attributes: [ObjectShape.Field] = [
        .init("for", "the duration; by default until the client disconnects", .ref("duration")),
        .init("by", "the delay", .ref("delay")),
        .init("bytesPerSecond", "the rate in bytes per second", .integer(1...DocumentValue.maxRate)),
        .init("size", "the number of bytes in each piece", .integer(1...maxBytes)),
        .init("bytes", "the number of bytes to change", .integer(1...maxBytes)),
        .init(
            "offsets",
            "the bytes to change, by offset",
            .list(.integer(0...maxBytes), count: 1...Int.max, isUnique: true)
        ),
        .init("text", "the replacement or additional bytes as text", .string()),
        .init("base64", "the replacement or additional bytes", .ref("base64")),
        .init("declares", "the value of Content-Length", .integer(Int.min...Int.max)),
    ]

    static let all = [
        EffectGrammar(sample: .close, example: #"{ "effect": "close", "at": "afterHead" }"#) { _ in .close },
        EffectGrammar(sample: .reset, example: #"{ "effect": "reset", "at": "beforeHead" }"#) { _ in .reset },
        EffectGrammar(sample: .halfClose, example: #"{ "effect": "halfClose", "at": "end" }"#) { _ in .halfClose },
        EffectGrammar(
            sample: .stall(),
            optional: ["for"],
            example: #"{ "effect": "stall", "at": { "body": "50%" }, "for": "2s" }"#,
            read: stall
        ),
        EffectGrammar(
            sample: .delay(by: .none),
            required: ["by"],
            example: #"{ "effect": "delay", "at": "afterHead", "by": "300ms" }"#
        ) { fields in
            fields.value("by", .delay).map { .delay(by: $0) }
        },
        EffectGrammar(
            sample: .drip(bytesPerSecond: 1),
            required: ["bytesPerSecond"],
            example: #"{ "effect": "drip", "at": "body", "bytesPerSecond": 10 }"#
        ) { fields in
            number("bytesPerSecond", 1...DocumentValue.maxRate, fields).map { .drip(bytesPerSecond: $0) }
        },
        EffectGrammar(
            sample: .slice(size: 1),
            required: ["size"],
            optional: ["every"],
            example: #"{ "effect": "slice", "at": "body", "size": 16, "every": "20ms" }"#
        ) { fields in
            let size = number("size", 1...maxBytes, fields)
            guard let value = fields["every"], value.kind == .string else { return size.map { .slice(size: $0) } }
            guard let size, let every = value.duration() else { return nil }
            return .slice(size: size, every: every)
        },
        EffectGrammar(
            sample: .corrupt(bytes: 1),
            requiredOneOf: ["bytes", "offsets"],
            example: #"{ "effect": "corrupt", "at": "body", "bytes": 1 }"#
        ) { fields in
            if let value = fields["offsets"] { return offsets(value).map { .corruptAt(offsets: $0) } }
            return number("bytes", 1...maxBytes, fields).map { .corrupt(bytes: $0) }
        },
        EffectGrammar(
            sample: .replaceBytes([]),
            requiredOneOf: ["text", "base64"],
            example: #"{ "effect": "replaceBytes", "at": { "body": 10 }, "text": "XXX" }"#
        ) { fields in
            fields.bytes().map { .replaceBytes($0) }
        },
        EffectGrammar(
            sample: .wrongLength(declares: 0),
            required: ["declares"],
            example: #"{ "effect": "wrongLength", "at": "head", "declares": 1000 }"#
        ) { fields in
            number("declares", Int.min...Int.max, fields).map { .wrongLength(declares: $0) }
        },
        EffectGrammar(
            sample: .extraBytes([]),
            requiredOneOf: ["text", "base64"],
            example: #"{ "effect": "extraBytes", "at": "end", "text": "more" }"#,
            read: extraBytes
        ),
    ]

    /// Returns the attributes of an effect as JSON members.
    static func members(of effect: Fault.Effect) -> [JSON.Member] {
        switch effect {
        case .close, .reset, .halfClose, .stall(nil): []
        case .stall(let duration?): [.init("for", .string(duration.scenarioText))]
        case .delay(let delay): [.init("by", ValueFormat.delay.write(delay) ?? .null)]
        case .drip(let rate): [.init("bytesPerSecond", JSON(integerLiteral: rate))]
        case .slice(let size, let interval):
            [.init("size", JSON(integerLiteral: size))]
                + (interval > .zero ? [.init("every", .string(interval.scenarioText))] : [])
        case .corrupt(let count): [.init("bytes", JSON(integerLiteral: count))]
        case .corruptAt(let offsets): [.init("offsets", .array(offsets.map { JSON(integerLiteral: $0) }))]
        case .replaceBytes(let bytes), .extraBytes(let bytes): [bytes.member]
        case .wrongLength(let length): [.init("declares", JSON(integerLiteral: length))]
        }
    }

    /// Reads a number; the hint of an error is the example of the effect.
    private static func number(_ name: String, _ range: ClosedRange<Int>, _ fields: ObjectReader) -> Int? {
        let example = fields["effect"]?.node.string.flatMap(named)?.example
        return fields.value(name, .integer(range, hint: example.map { "for example \($0)" }))
    }

    @Sendable private static func stall(_ fields: ObjectReader) -> Fault.Effect? {
        guard let value = fields["for"] else { return .stall() }
        guard let duration = value.duration() else { return nil }
        if duration > .zero { return .stall(for: duration) }
        let hint = #"write "for": "2s", or omit it to stall until the client disconnects"#
        return value.reject("the duration of a stall must be more than 0", hint: hint, see: "fault")
    }

    private static func offsets(_ value: DocumentValue) -> [Int]? {
        guard value.expect(.array) else { return nil }
        var offsets: [Int] = []
        for element in value.elements {
            let hint = #"write "offsets": [0, 7]"#
            guard let offset = element.named("an offset").integer(0...maxBytes, hint: hint) else { return nil }
            if offsets.contains(offset) {
                let message = "offset \(offset) occurs twice, and the second change restores the byte"
                return element.reject(message, hint: "remove one of them", see: "fault")
            }
            offsets.append(offset)
        }
        if !offsets.isEmpty { return offsets }
        return value.reject("\"offsets\" is empty, so no byte would change", hint: "write [0]", see: "fault")
    }

    @Sendable private static func extraBytes(_ fields: ObjectReader) -> Fault.Effect? {
        guard let bytes = fields.bytes() else { return nil }
        guard bytes.isEmpty, let value = fields["text"] ?? fields["base64"] else { return .extraBytes(bytes) }
        return value.reject("extraBytes needs at least one byte", hint: #"write "text": "more""#, see: "fault")
    }
}
