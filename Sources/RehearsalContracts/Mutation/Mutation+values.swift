import Rehearsal

extension Mutation {
    /// The number is beyond what its type can hold, or hold exactly.
    static func overflowed(_ field: BodyField, in document: JSONDocument) -> [Mutation] {
        guard case .number = field.value else { return [] }
        let beyond: [(String, String)] =
            switch field.kind {
            case .int:
                [("2^63", "9223372036854775808"), ("2^53+1", "9007199254740993"), ("1e400", "1e400"), ("1.5", "1.5")]
            case .money: [("2^53+1", "9007199254740993"), ("1e400", "1e400")]
            // What is a number and no more may be a binary fraction, which rounds.
            default: [("1e400", "1e400")]
            }
        return beyond.compactMap { name, text in
            replaced(field, by: .number(JSON.Number(text: text)), name, .overflowed, in: document)
        }
    }

    /// The word is none that the client can know.
    static func unknownWord(_ field: BodyField, in document: JSONDocument) -> Mutation? {
        guard field.kind == .enum, case .string = field.value else { return nil }
        return replaced(field, by: .string(anyWord), "unknown", .unknownWord, in: document)
    }

    /// A word that no client knows.
    static let anyWord = "rehearsed_word"

    /// The date is another instant of the same day, or the same instant, in each shape that RFC 3339 has.
    static func dateShapes(_ field: BodyField, in document: JSONDocument) -> [Mutation] {
        guard field.kind == .date, case .string(let text) = field.value, let instant = Instant(text) else { return [] }
        let shapes = [
            ("Z", instant.text()), ("+02:00", instant.text("+02:00", hoursEast: 2)), (".5Z", instant.text(".5Z")),
            (".123Z", instant.text(".123Z")), (".123456789Z", instant.text(".123456789Z")),
        ]
        return shapes.filter { $0.1 != text }
            .compactMap { replaced(field, by: .string($0.1), $0.0, .dateShape, isLegal: true, in: document) }
    }

    /// The text is no date.
    static func noDates(_ field: BodyField, in document: JSONDocument) -> [Mutation] {
        guard field.kind == .date, case .string(let text) = field.value else { return [] }
        let garbage = [("garbage", "garbage"), ("blank", ""), ("date-only", "2024-01-01")].compactMap {
            replaced(field, by: .string($0.1), $0.0, .noDate, in: document)
        }
        guard let fraction = Instant(text)?.text(".25Z"), fraction != text else { return garbage }
        // A date all right; but what cannot read it must not make another of it.
        return garbage
            + [replaced(field, by: .string(fraction), "fraction", .noDate, isLegal: true, in: document)].compactMap(
                \.self
            )
    }

    /// The amount has digits that a binary fraction does not hold; written as it was, as a number or as a string.
    static func amounts(_ field: BodyField, in document: JSONDocument) -> [Mutation] {
        let amounts = [
            ("19.99", "19.99"), ("0.1", "0.1"), ("3.133", "3.133"),
            ("38-digits", "12345678901234567890.123456789012345678"),
        ]
        guard field.kind == .money else { return [] }
        return amounts.compactMap { name, text in
            let value: JSON
            switch field.value {
            case .number: value = .number(JSON.Number(text: text))
            case .string: value = .string(text)
            default: return nil
            }
            return replaced(field, by: value, name, .amount, isLegal: true, in: document)
        }
    }

    /// The field holds something else that it may hold, as like as possible to what it held.
    static func changed(_ field: BodyField, in document: JSONDocument) -> Mutation? {
        guard let value = field.neighbour, value != field.value else { return nil }
        return replaced(field, by: value, "changed", .changed, isLegal: true, in: document)
    }
}

extension BodyField {
    /// Another value that the field may well have; nil if none is known.
    fileprivate var neighbour: JSON? {
        switch (value, kind) {
        case (.bool(let bool), _): .bool(!bool)
        case (.number(let number), .money): another(like: number.text) { .number(JSON.Number(text: $0)) }
        // A client that rounds shows it by one more digit.
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

    /// A number close by that the field does not hold elsewhere; nearer to zero if it can be, so that what has bounds
    /// keeps them.
    private func another(like number: String, _ value: (String) -> JSON) -> JSON? {
        let sign = number.hasPrefix("-") ? "-" : ""
        let digits = number.dropFirst(sign.count)
        let whole = digits.prefix { $0.isASCII && $0.isNumber }
        let rest = digits.dropFirst(whole.count)
        guard let count = Int(whole), !rest.contains(where: { "eE".contains($0) }) else { return nil }
        let near = [count - 1, count + 1, count - 2, count + 2].filter { $0 > 0 }
        return near.map { value("\(sign)\($0)\(rest)") }.first { !values.contains($0) }
    }

    /// The date one second later, or earlier, and written as it was.
    private static func atAnotherSecond(_ text: String) -> String? {
        guard Instant(text) != nil, let index = text.index(text.startIndex, offsetBy: 18, limitedBy: text.endIndex),
            let digit = text[index].wholeNumberValue
        else { return nil }
        return text.replacingCharacter(at: index, by: Character("\(digit == 9 ? 8 : digit + 1)"))
    }

    /// The text with its last letter or digit another of its kind: an address stays an address, a UUID a UUID.
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
