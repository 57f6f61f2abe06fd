package import Rehearsal

/// A recorded body with one change. All other bytes are preserved.
package struct Mutation: Sendable {
    /// The name of the change, unique within its field: `null`, `+02:00`, `truncated`.
    package var name: String
    package var family: Family
    /// The changed field; nil for the body as a whole.
    package var field: BodyField?
    /// The new value of the field; nil if the change is not one new value, such as a removal.
    package var replacement: JSON?
    /// Whether a client may accept the body without an error.
    package var isValid: Bool
    private let make: @Sendable () -> [UInt8]

    /// The changed body. It is created at each access, because the bodies for all fields would need much memory.
    package var body: [UInt8] { make() }

    package init(
        _ name: String,
        _ family: Family,
        _ field: BodyField? = nil,
        replacement: JSON? = nil,
        isValid: Bool = false,
        body: @autoclosure @escaping @Sendable () -> [UInt8],
    ) {
        (self.name, self.family, self.field) = (name, family, field)
        (self.replacement, self.isValid, make) = (replacement, isValid, body)
    }

    /// A family of mutations, which is a column of the decoding map.
    package enum Family: String, Sendable, Hashable, CaseIterable {
        /// The field is absent.
        case removed
        /// The value is null.
        case null
        /// The value has another JSON type.
        case retyped
        /// The value is an empty string, array or object.
        case emptied
        /// The number exceeds the range or precision of a client's type.
        case overflowed
        /// The enum value is one that the client does not know.
        case unknownWord
        /// The date has another valid notation.
        case dateShape
        /// The string is not a date and time, or has a fraction of a second that the client may not accept.
        case invalidDate = "noDate"
        /// The amount of money cannot be represented in binary floating point.
        case amount
        /// The value is another valid one.
        case changed
        /// The object has two members with the name of the field.
        case duplicated = "twice"
        /// The elements of the array are in reverse order.
        case reversed
        /// The change affects the whole body.
        case body
    }

    /// The path of the field, `$[*].total_price`; `$` for the whole body.
    package var path: String { field?.path ?? "$" }

    /// The name in the ID of a clause: `total_price:null`; `truncated` for the whole body.
    package var label: String { field.map { "\($0.label):\(name)" } ?? name }

    /// The path and the name, for findings: `$[1].total_price (null)`.
    var shortText: String { "\(field?.place.path ?? "the body") (\(name))" }

    /// The ID of the rule that a client violates if it accepts the body silently.
    package var rule: String {
        switch family {
        case .removed, .null: field?.isRequired == false ? "DEC-05" : "DEC-02"
        case .retyped: "DEC-03"
        case .overflowed: field?.kind == .money ? "DEC-10" : "DEC-03"
        case .unknownWord: "DEC-07"
        case .dateShape: "DEC-08"
        case .invalidDate: "DEC-09"
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
        case .duplicated, .reversed, .body: "DEC-01"
        }
    }

    /// An enum value that no client is expected to know.
    static let unknownEnumValue = "rehearsed_word"

    /// Returns the mutation that reverses an array; nil for fewer than two elements.
    static func reversed(_ list: JSONDocument.Node, _ field: BodyField?) -> Mutation? {
        guard list.elements.dropFirst().first(where: { _ in true }) != nil else { return nil }
        return Mutation("reversed", .reversed, field, isValid: true, body: reversed(list))
    }

    private static func reversed(_ list: JSONDocument.Node) -> [UInt8] {
        let (bytes, elements) = (list.document.bytes, list.elements.map(\.range))
        var body: [UInt8] = []
        var end = 0
        // The separators and whitespace between the elements are not moved.
        for (place, element) in zip(elements, elements.reversed()) {
            body += bytes[end..<place.lowerBound] + bytes[element]
            end = place.upperBound
        }
        return body + bytes[end...]
    }
}

extension JSON {
    /// The name of the JSON type: `string`, `number`, `bool`, `object`, `array` or `null`.
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
    /// Returns the bytes, with a range of them replaced by other bytes.
    func replacing(_ range: Range<Int>, by other: [UInt8]) -> [UInt8] {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
