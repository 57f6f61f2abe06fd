import Rehearsal

/// The mutations of one field of a recorded document.
struct FieldMutations: Sendable {
    let field: BodyField
    let document: JSONDocument
    /// Whether an empty object is a valid value of the field.
    let isEmptyLegal: Bool

    /// Returns the mutations of one family, in the order in which they are tested.
    func of(_ family: Mutation.Family) -> [Mutation] {
        switch family {
        case .removed: removed
        case .null: replaced(by: .null, "null", .null, isLegal: field.isRequired != true && !isElement)
        case .retyped: retyped
        case .emptied: emptied
        case .overflowed: overflowed
        case .unknownWord:
            isText(.enum) ? replaced(by: .string(Mutation.unknownEnumValue), "unknown", .unknownWord) : []
        case .dateShape: dateShapes
        case .invalidDate: noDates
        case .amount: amounts
        case .changed:
            // Another value, similar to the recorded one so that it is probably valid.
            field.similarValue.map { replaced(by: $0, "changed", .changed, isLegal: true) } ?? []
        case .duplicated: twice
        case .reversed:
            field.place.node(in: document.root).flatMap { Mutation.reversed($0, field) }.map { [$0] } ?? []
        case .body: []
        }
    }

    /// Whether the field is an element of an array, and not a member of an object.
    private var isElement: Bool { field.path.hasSuffix("[*]") }

    /// Whether the field has this kind and its recorded value is a string.
    private func isText(_ kind: Declaration.Field.Kind) -> Bool {
        field.kind == kind && field.value.typeName == "string"
    }

    /// Returns the mutation that replaces the value; empty if the new value equals the recorded one.
    private func replaced(
        by value: JSON,
        _ name: String,
        _ family: Mutation.Family,
        isLegal: Bool = false,
    ) -> [Mutation] {
        value == field.value ? [] : [edited(value, name, family, isLegal: isLegal)]
    }

    private func edited(_ value: JSON?, _ name: String, _ family: Mutation.Family, isLegal: Bool) -> Mutation {
        let edit = JSONDocument.Edit(field.place, value)
        return Mutation(
            name,
            family,
            field,
            replacement: value,
            isValid: isLegal,
            body: document.applying(edit) ?? document.bytes
        )
    }

    private var removed: [Mutation] {
        // An array with one element less is valid, so removing an element tests nothing.
        isElement ? [] : [edited(nil, "removed", .removed, isLegal: field.isRequired != true)]
    }

    /// The mutations to a value of each other JSON type, the most likely mistake first.
    private var retyped: [Mutation] {
        let others: [(String, JSON)] = [
            ("string", "x"), ("number", 1), ("bool", true), ("object", ["a": 1]), ("array", [1]),
        ]
        let ownType = field.typeName
        return others.filter { $0.0 != ownType }.flatMap { replaced(by: $0.1, $0.0, .retyped) }
    }

    /// The mutation to an empty value.
    private var emptied: [Mutation] {
        switch field.value {
        case .string where field.kind == .date: []
        case .string: replaced(by: "", "empty", .emptied, isLegal: field.kind == .string)
        case .array: replaced(by: [], "empty", .emptied, isLegal: true)
        case .object: replaced(by: [:], "empty", .emptied, isLegal: isEmptyLegal)
        default: []
        }
    }

    /// The mutations to numbers that a client's type cannot represent, or cannot represent exactly.
    private var overflowed: [Mutation] {
        guard case .number = field.value else { return [] }
        let numbers: [(String, String)] =
            switch field.kind {
            case .int:
                [
                    ("2^63", "9223372036854775808"), ("2^53+1", "9007199254740993"), ("1e400", "1e400"), ("1.5", "1.5"),
                    ("1e3", "1e3"),
                ]
            case .money: [("2^53+1", "9007199254740993"), ("1e400", "1e400")]
            // A client may represent other numbers in binary floating point, which is not exact.
            default: [("1e400", "1e400")]
            }
        return numbers.flatMap { name, text in replaced(by: .number(JSON.Number(text: text)), name, .overflowed) }
    }

    /// The mutations to other RFC 3339 notations of the date: in another zone, or with a fraction of the second.
    private var dateShapes: [Mutation] {
        guard field.kind == .date, case .string(let text) = field.value, let instant = Instant(text) else { return [] }
        let shapes = [
            ("Z", instant.text()), ("+02:00", instant.text("+02:00", hoursEast: 2)), (".5Z", instant.text(".5Z")),
            (".123Z", instant.text(".123Z")), (".123456789Z", instant.text(".123456789Z")),
        ]
        return shapes.flatMap { name, shape in replaced(by: .string(shape), name, .dateShape, isLegal: true) }
    }

    /// The mutations to a string that a client cannot read as an instant.
    private var noDates: [Mutation] {
        guard field.kind == .date, case .string(let text) = field.value else { return [] }
        let garbage = [("garbage", "garbage"), ("blank", ""), ("date-only", "2024-01-01")].flatMap { name, text in
            replaced(by: .string(text), name, .invalidDate)
        }
        // The fraction is valid, but a client that does not accept fractions must report an error, not another date.
        let fraction = Instant(text)?.text(".25Z")
        return garbage + (fraction.map { replaced(by: .string($0), "fraction", .invalidDate, isLegal: true) } ?? [])
    }

    /// The mutations to amounts that binary floating point cannot represent, with the JSON type of the recorded amount.
    private var amounts: [Mutation] {
        guard field.kind == .money, ["number", "string"].contains(field.value.typeName) else { return [] }
        let amounts = [
            ("19.99", "19.99"), ("0.1", "0.1"), ("3.133", "3.133"),
            ("38-digits", "12345678901234567890.123456789012345678"),
        ]
        return amounts.flatMap { name, text in
            let number = JSON.number(JSON.Number(text: text))
            return replaced(by: isText(.money) ? .string(text) : number, name, .amount, isLegal: true)
        }
    }

    /// The mutation that adds a second member with the same name; a client may use either value (RFC 8259 §4).
    private var twice: [Mutation] {
        let tokens = field.place.tokens
        guard let name = tokens.last, !isElement else { return [] }
        let parent = JSON.Pointer(tokens: Array(tokens.dropLast()))
        guard let whole = parent.node(in: document.root)?.child(name)?.whole else { return [] }
        let other = retyped.first?.replacement ?? .null
        let again = Array(",".utf8) + JSON.string(name).bytes() + Array(":".utf8) + other.bytes()
        let end = whole.upperBound..<whole.upperBound
        return [Mutation("twice", .duplicated, field, isValid: true, body: document.bytes.replacing(end, by: again))]
    }
}

extension BodyField {
    /// A value that is similar to the recorded one and probably valid; nil if there is none.
    fileprivate var similarValue: JSON? {
        switch (value, kind) {
        case (.bool(let bool), _): .bool(!bool)
        case (.number(let number), .money): another(like: number.text) { .number(JSON.Number(text: $0)) }
        // An additional digit shows whether the client rounds numbers.
        case (.number(let number), _):
            another(like: number.text) { .number(JSON.Number(text: $0.contains(".") ? "\($0)3" : $0)) }
        case (.string, .enum): values.first { $0 != value && $0.typeName == "string" }
        case (.string(let text), .money): another(like: text) { .string($0) }
        case (.string(let text), .date):
            Self.atAnotherSecond(text).map { .string($0) }
        case (.string(let text), _): Self.respelled(text).map { .string($0) }
        default: nil
        }
    }

    /// Returns a number whose integer part differs by 1 or 2, and that no occurrence of the field has.
    private func another(like number: String, _ value: (String) -> JSON) -> JSON? {
        let sign = number.hasPrefix("-") ? "-" : ""
        let digits = number.dropFirst(sign.count)
        let whole = digits.prefix { $0.isASCII && $0.isNumber }
        let rest = digits.dropFirst(whole.count)
        guard let count = Int(whole), !rest.contains(where: { "eE".contains($0) }) else { return nil }
        let near = [count - 1, count + 1, count - 2, count + 2].filter { $0 > 0 }
        return near.map { value("\(sign)\($0)\(rest)") }.first { !values.contains($0) }
    }

    /// Returns the date with another last digit of its seconds, in the same notation.
    private static func atAnotherSecond(_ text: String) -> String? {
        guard Instant(text) != nil, let index = text.index(text.startIndex, offsetBy: 18, limitedBy: text.endIndex),
            let digit = text[index].wholeNumberValue
        else { return nil }
        return text.replacingCharacter(at: index, by: Character("\(digit == 9 ? 8 : digit + 1)"))
    }

    /// Returns the string with another last letter or digit, so that a URL or a UUID remains valid.
    private static func respelled(_ text: String) -> String? {
        guard let index = text.lastIndex(where: { $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
        let other: Character
        switch text[index] {
        case "9": other = "8"
        case "f": other = "e"
        case "F": other = "E"
        case "z": other = "y"
        case "Z": other = "Y"
        default:
            guard let value = text[index].asciiValue else { return nil }
            other = Character(UnicodeScalar(value + 1))
        }
        return text.replacingCharacter(at: index, by: other)
    }
}

extension String {
    fileprivate func replacingCharacter(at index: Index, by other: Character) -> String {
        String(self[..<index]) + String(other) + String(self[self.index(after: index)...])
    }
}
