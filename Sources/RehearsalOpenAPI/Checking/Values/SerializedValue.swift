import Rehearsal

/// A name with a value, separated by `=`, in a query, a form or a cookie.
struct SerializedPair: Sendable, Hashable {
    /// The decoded name.
    var name: String
    /// The value as the client sent it.
    var raw: String

    /// Returns the pairs of a query or a form.
    static func pairs(_ query: some BidirectionalCollection<UInt8>) -> [SerializedPair] {
        query.split(separator: UInt8(ascii: "&")).map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentEncoding.decoded(Array(halves[0]), plusIsSpace: true)
            let raw = halves.count > 1 ? String(decoding: halves[1], as: UTF8.self) : ""
            return SerializedPair(name: String(decoding: name, as: UTF8.self), raw: raw)
        }
    }
}

/// The pairs of a query, a form or a cookie in order, with an index of their names.
struct PairList: Sendable {
    let pairs: [SerializedPair]
    /// The positions of the pairs by name.
    private let positions: [String: [Int]]

    init(_ pairs: [SerializedPair]) {
        self.pairs = pairs
        positions = Dictionary(grouping: pairs.indices) { pairs[$0].name }
    }

    /// Returns the pairs that belong to a parameter.
    func pairs(of reader: SerializationReader) -> [SerializedPair] {
        guard let name = reader.onlyName else { return pairs.filter { reader.claims($0) } }
        return (positions[name] ?? []).map { pairs[$0] }
    }

    /// Returns the pairs that belong to none of several parameters.
    func pairs(ofNone readers: [SerializationReader]) -> [SerializedPair] {
        let claimed = readers.reduce(into: Set<String>()) { $0.formUnion(pairs(of: $1).map(\.name)) }
        return pairs.filter { !claimed.contains($0.name) }
    }
}

/// A value that a parameter contains as text, before the texts are converted to the types of its schema.
indirect enum SerializedValue: Sendable, Hashable {
    case text(String)
    case list([SerializedValue])
    case object([Member])

    struct Member: Sendable, Hashable {
        var name: String
        var value: SerializedValue
    }

    /// A text that does not have the form of its style.
    struct Mismatch: Error, Hashable {
        /// The predicate of a sentence whose subject is the parameter.
        let message: String
        /// The form that the style has.
        let expected: String
    }

    /// Returns the value in the types of a schema.
    ///
    /// - Parameter prefersText: whether a text remains a text if the schema permits that and another type.
    func json(_ shape: ValueShape, prefersText: Bool) -> JSON {
        switch self {
        case .text(let text):
            if shape.isArray, shape.types.isDisjoint(with: [.string, .number, .boolean, .null]) {
                return .array([Self.scalar(text, shape.element, prefersText: prefersText)])
            }
            return Self.scalar(text, shape, prefersText: prefersText)
        case .list(let values):
            return .array(values.map { $0.json(shape.element, prefersText: prefersText) })
        case .object(let members):
            return .object(
                members.map { JSON.Member($0.name, $0.value.json(shape.property($0.name), prefersText: prefersText)) }
            )
        }
    }

    private static func scalar(_ text: String, _ shape: ValueShape, prefersText: Bool) -> JSON {
        let types = shape.types.isEmpty ? [.string, .number, .boolean, .null] : shape.types
        if prefersText, types.contains(.string) { return .string(text) }
        if types.contains(.number), let value = try? JSON(parsing: text), case .number = value,
            !text.utf8.contains(where: \.isJSONSpace)
        {
            return value
        }
        if types.contains(.boolean), text == "true" || text == "false" { return .bool(text == "true") }
        if types.contains(.null), text == "null" || text.isEmpty && !types.contains(.string) { return .null }
        return .string(text)
    }
}
