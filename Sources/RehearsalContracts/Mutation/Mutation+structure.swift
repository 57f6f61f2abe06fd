import Rehearsal

extension Mutation {
    /// The field is not there.
    static func removed(_ field: BodyField, in document: JSONDocument) -> Mutation? {
        // An element that is not there makes a shorter list, and that is no fault.
        guard !field.path.hasSuffix("[*]") else { return nil }
        let edit = JSONDocument.Edit(field.place, nil)
        return Mutation(
            "removed",
            .removed,
            field,
            isLegal: field.isRequired != true,
            body: document.applying(edit) ?? document.bytes
        )
    }

    /// The field is null.
    static func null(_ field: BodyField, in document: JSONDocument) -> Mutation? {
        let isLegal = field.isRequired != true && !field.path.hasSuffix("[*]")
        return replaced(field, by: .null, "null", .null, isLegal: isLegal, in: document)
    }

    /// The field has each of the other JSON types; the likeliest mistake first.
    static func retyped(_ field: BodyField, in document: JSONDocument) -> [Mutation] {
        let others: [(String, JSON)] = [
            ("string", "x"), ("number", 1), ("bool", true), ("object", ["a": 1]), ("array", [1]),
        ]
        let own = field.typeName
        return others.filter { $0.0 != own }
            .compactMap { replaced(field, by: $0.1, $0.0, .retyped, in: document) }
    }

    /// The field is there, with nothing in it.
    ///
    /// - Parameter isLegal: whether an object may be empty.
    static func emptied(_ field: BodyField, isLegal: Bool, in document: JSONDocument) -> Mutation? {
        switch field.value {
        case .string where field.kind == .date: nil
        case .string: replaced(field, by: "", "empty", .emptied, isLegal: field.kind == .string, in: document)
        case .array: replaced(field, by: [], "empty", .emptied, isLegal: true, in: document)
        case .object: replaced(field, by: [:], "empty", .emptied, isLegal: isLegal, in: document)
        default: nil
        }
    }

    /// The name is there twice, the second time with another value: which one counts is the client's to choose.
    static func twice(_ field: BodyField, in document: JSONDocument) -> Mutation? {
        let tokens = field.place.tokens
        guard let name = tokens.last, !field.path.hasSuffix("[*]") else { return nil }
        let parent = JSON.Pointer(tokens: Array(tokens.dropLast()))
        guard let whole = parent.node(in: document.root)?.child(name)?.whole else { return nil }
        let other = retyped(field, in: document).first?.replacement ?? .null
        let again = Array(",".utf8) + JSON.string(name).bytes() + Array(":".utf8) + other.bytes()
        let end = whole.upperBound..<whole.upperBound
        return Mutation("twice", .twice, field, isLegal: true, body: document.bytes.replacing(end, by: again))
    }

    /// The elements of a list come in the other order.
    static func reversed(_ field: BodyField?, in document: JSONDocument) -> Mutation? {
        guard let list = field.map({ $0.place.node(in: document.root) }) ?? document.root else { return nil }
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

    /// The field holds that.
    static func replaced(
        _ field: BodyField,
        by value: JSON,
        _ name: String,
        _ family: Family,
        isLegal: Bool = false,
        in document: JSONDocument,
    ) -> Mutation? {
        guard value != field.value else { return nil }
        let edit = JSONDocument.Edit(field.place, value)
        return Mutation(
            name,
            family,
            field,
            replacement: value,
            isLegal: isLegal,
            body: document.applying(edit) ?? document.bytes
        )
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
