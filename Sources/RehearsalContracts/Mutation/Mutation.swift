package import Rehearsal

/// A recorded body with one thing in it changed, and every other byte as it was.
package struct Mutation: Sendable {
    /// What is done: `null`, `+02:00`, `truncated`; names it within its field.
    package var name: String
    package var family: Family
    /// What is changed; nil for the body as a whole.
    package var field: BodyField?
    /// What stands there then; nil for nothing, or where it is more than one value.
    package var replacement: JSON?
    /// Whether a client may read it, and need not tell it from an answer as agreed.
    package var isLegal: Bool
    private let make: @Sendable () -> [UInt8]

    /// The changed body, made anew each time:
    /// a large recording with many fields has more of them than memory should hold.
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
        (self.replacement, self.isLegal, make) = (replacement, isLegal, body)
    }

    /// Mutations of one kind, a column of the decoding map.
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

    /// The field, `$[*].total_price`; `$` for the whole body.
    package var path: String { field?.path ?? "$" }

    /// What it is called in the id of a clause: `total_price:null`; `truncated` for the whole body.
    package var label: String { field.map { "\($0.label):\(name)" } ?? name }

    /// Its place and name in findings: `$[1].total_price (null)`.
    var told: String { "\(field?.place.path ?? "the body") (\(name))" }

    /// The rule that a client breaks that takes it for good.
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

    /// A word that no client knows.
    static let anyWord = "rehearsed_word"

    /// The elements of a list come in the other order; nil for fewer than two.
    static func reversed(_ list: JSONDocument.Node, _ field: BodyField?) -> Mutation? {
        guard list.elements.dropFirst().first(where: { _ in true }) != nil else { return nil }
        return Mutation("reversed", .reversed, field, isLegal: true, body: reversed(list))
    }

    private static func reversed(_ list: JSONDocument.Node) -> [UInt8] {
        let (bytes, elements) = (list.document.bytes, list.elements.map(\.range))
        var body: [UInt8] = []
        var end = 0
        // What stands between two elements stays where it is.
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
    /// The bytes with others in place of these.
    func replacing(_ range: Range<Int>, by other: [UInt8]) -> [UInt8] {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
