/// Header fields by case-insensitive name (RFC 9110 §5.1), with one value for each name.
public struct HeaderFields: Sendable, Hashable {
    /// A field with the case of its name preserved.
    private struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    private var fields: [String: Field] = [:]

    /// Creates an empty collection.
    public init() {}

    /// The value of a field; setting nil removes the field.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: $0) } }
    }

    /// The fields in alphabetical order, with the case of their names preserved.
    public var all: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.value) }
    }

    /// The name of the first field whose value contains a line end or NUL, which would inject fields (RFC 9110 §5.5).
    var firstInvalidName: String? {
        all.first { $0.value.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } }?.name
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates a collection; a later field replaces an earlier one with the same name.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }
}
