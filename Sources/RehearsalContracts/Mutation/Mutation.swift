package import Rehearsal

/// A recorded body with one change, and all other bytes preserved.
package struct Mutation: Sendable {
    /// The kind of change: `null`, `+02:00`, `truncated`; unique within its field.
    package var name: String
    package var family: Family
    /// The changed field; nil for the body as a whole.
    package var field: BodyField?
    /// The new value; nil for none, or if several values change.
    package var replacement: JSON?
    /// Whether a client may accept the body without an error.
    package var isValid: Bool
    private let make: @Sendable () -> [UInt8]

    /// The changed body, made at each access to limit memory: a recording may have many fields.
    package var body: [UInt8] { make() }

    package init(
        _ name: String,
        _ family: Family,
        _ field: BodyField? = nil,
        replacement: JSON? = nil,
        isLegal: Bool = false,
        body: @autoclosure @escaping @Sendable () -> [UInt8],
    ) {
        (self.name, self.family, self.field) = (name, family, field)
        (self.replacement, self.isValid, make) = (replacement, isLegal, body)
    }

    /// A family of mutations, a column of the decoding map.
    package enum Family: String, Sendable, Hashable, CaseIterable {
        case removed
        case null
        case retyped
        case emptied
        case overflowed
        case unknownWord
        case dateShape
        case noDate
        case amount
        case changed
        case twice
        case reversed
        case body
    }

    /// The path of the field, `$[*].total_price`; `$` for the whole body.
    package var path: String { field?.path ?? "$" }

    /// The name in the id of a clause: `total_price:null`; `truncated` for the whole body.
    package var label: String { field.map { "\($0.label):\(name)" } ?? name }

    /// The place and the name for findings: `$[1].total_price (null)`.
    var shortText: String { "\(field?.place.path ?? "the body") (\(name))" }

    /// The rule that a client breaks by accepting the body.
    package var rule: String {
        switch family {
        case .removed, .null: field?.isRequired == false ? "DEC-05" : "DEC-02"
        case .retyped: "DEC-03"
        case .overflowed: field?.kind == .money ? "DEC-10" : "DEC-03"
        case .unknownWord: "DEC-07"
        case .dateShape: "DEC-08"
        case .noDate: "DEC-09"
        case .amount: "DEC-10"
        case .changed: "REPO-01"
        case .emptied:
            switch field?.kind {
            case nil: "DEC-02"
            case .enum: "DEC-07"
            case .money: "DEC-10"
            case .object: "DEC-02"
            default: "DEC-03"
            }
        case .twice, .reversed, .body: "DEC-01"
        }
    }

    /// An enum value that no client knows.
    static let unknownEnumValue = "rehearsed_word"

    /// Returns the mutation that reverses an array; nil for fewer than two elements.
    static func reversed(_ list: JSONDocument.Node, _ field: BodyField?) -> Mutation? {
        guard list.elements.dropFirst().first(where: { _ in true }) != nil else { return nil }
        return Mutation("reversed", .reversed, field, isLegal: true, body: reversed(list))
    }

    private static func reversed(_ list: JSONDocument.Node) -> [UInt8] {
        let (bytes, elements) = (list.document.bytes, list.elements.map(\.range))
        var body: [UInt8] = []
        var end = 0
        // The bytes between two elements keep their place.
        for (place, element) in zip(elements, elements.reversed()) {
            body += bytes[end..<place.lowerBound] + bytes[element]
            end = place.upperBound
        }
        return body + bytes[end...]
    }
}

extension JSON {
    /// `string`, `number`, `bool`, `object`, `array` or `null`.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension [UInt8] {
    /// Returns the bytes with other bytes in place of a range.
    func replacing(_ range: Range<Int>, by other: [UInt8]) -> [UInt8] {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
