import Rehearsal
import RehearsalRedaction

extension DocumentReader {
    /// More bytes than this are not counted, held or sent by anybody: 1 GiB.
    private static let mostBytes = 1 << 30

    /// The effect of that name, with its attributes; nil if one of them is missing or wrong.
    mutating func effect(_ grammar: EffectGrammar, _ fields: Fields) -> Fault.Effect? {
        guard hasAttributes(grammar, fields) else { return nil }
        let hint = "for example \(grammar.example)"
        switch grammar.name {
        case "close": return .close
        case "reset": return .reset
        case "halfClose": return .halfClose
        case "stall": return stall(fields)
        case "delay": return fields["by"].flatMap { delay($0, in: "\"by\"") }.map { .delay(by: $0) }
        case "drip":
            let rate = integer(fields["bytesPerSecond"], in: "\"bytesPerSecond\"", 1...Self.fastest, hint: hint)
            return rate.map { .drip(bytesPerSecond: $0) }
        case "slice": return slice(fields, hint)
        case "corrupt": return corrupt(fields, hint)
        case "replaceBytes": return bytes(fields).map { .replaceBytes($0) }
        case "wrongLength":
            return integer(fields["declares"], in: "\"declares\"", Int.min...Int.max, hint: hint).map {
                .wrongLength(declares: $0)
            }
        default: return extraBytes(fields)
        }
    }

    /// Whether those that an effect cannot be without are there, and one of each pair of which there can be one.
    private mutating func hasAttributes(_ grammar: EffectGrammar, _ fields: Fields) -> Bool {
        for name in grammar.needs where fields[name] == nil {
            missing("\(grammar.name) needs \(name.quoted)", fields, grammar)
            return false
        }
        guard !grammar.needsOne.isEmpty else { return true }
        let given = fields.members(grammar.needsOne)
        if given.isEmpty {
            let names = grammar.needsOne.map(\.quoted).joined(separator: " or ")
            missing("\(grammar.name) needs \(names)", fields, grammar)
            return false
        }
        for other in given.dropFirst() {
            let message = "\(grammar.name) has \(given[0].name.quoted) or \(other.name.quoted), not both"
            report(.conflict, at: other.nameRange, message, hint: "keep one of them", see: "fault")
        }
        return given.count == 1
    }

    private mutating func missing(_ message: String, _ fields: Fields, _ grammar: EffectGrammar) {
        let range = fields["effect"]?.range ?? fields.node.range.prefix(1)
        report(.missingKey, at: range, message, hint: "for example \(grammar.example)", see: "fault")
    }

    private mutating func stall(_ fields: Fields) -> Fault.Effect? {
        guard let node = fields["for"] else { return .stall() }
        guard let duration = duration(node, in: "\"for\"") else { return nil }
        guard duration > .zero else {
            let hint = #"write "for": "2s", or leave it out to wait until the client goes"#
            report(.badValue, at: node.range, "a stall for no time is none", hint: hint, see: "fault")
            return nil
        }
        return .stall(for: duration)
    }

    private mutating func slice(_ fields: Fields, _ hint: String) -> Fault.Effect? {
        let size = integer(fields["size"], in: "\"size\"", 1...Self.mostBytes, hint: hint)
        guard let node = fields["every"], node.kind == .string else { return size.map { .slice(size: $0) } }
        guard let size, let every = duration(node, in: "\"every\"") else { return nil }
        return .slice(size: size, every: every)
    }

    private mutating func corrupt(_ fields: Fields, _ hint: String) -> Fault.Effect? {
        guard let node = fields["offsets"] else {
            return integer(fields["bytes"], in: "\"bytes\"", 1...Self.mostBytes, hint: hint).map { .corrupt(bytes: $0) }
        }
        guard expect(node, .array, in: "\"offsets\"") else { return nil }
        var offsets: [Int] = []
        for element in node.elements {
            guard let offset = integer(element, in: "an offset", 0...Self.mostBytes, hint: #"write "offsets": [0, 7]"#)
            else { return nil }
            if offsets.contains(offset) {
                let message = "\(offset) is there twice, and a byte that is changed twice is as it was"
                report(.badValue, at: element.range, message, hint: "remove one of them", see: "fault")
                return nil
            }
            offsets.append(offset)
        }
        guard !offsets.isEmpty else {
            report(
                .badValue,
                at: node.range,
                "\"offsets\" is empty: no byte would change",
                hint: "write [0]",
                see: "fault"
            )
            return nil
        }
        return .corruptAt(offsets: offsets)
    }

    private mutating func extraBytes(_ fields: Fields) -> Fault.Effect? {
        guard let bytes = bytes(fields) else { return nil }
        if bytes.isEmpty, let node = fields["text"] ?? fields["base64"] {
            let message = "extraBytes without a byte is no fault"
            report(.badValue, at: node.range, message, hint: #"write "text": "more""#, see: "fault")
            return nil
        }
        return .extraBytes(bytes)
    }

    /// The bytes of `text` or `base64`.
    mutating func bytes(_ fields: Fields) -> [UInt8]? {
        if let text = fields["text"] { return string(text, in: "\"text\"").map { Array($0.utf8) } }
        return fields["base64"].flatMap { base64($0) }
    }

    mutating func base64(_ node: JSONDocument.Node) -> [UInt8]? {
        guard let text = string(node, in: "\"base64\"") else { return nil }
        if let bytes = Base64.decoded(text) { return bytes }
        report(.badValue, at: node.range, "this is no Base64", hint: "encode the bytes as in RFC 4648")
        return nil
    }
}
