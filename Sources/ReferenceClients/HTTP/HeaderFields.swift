/// Header fields, found by name without regard to case (RFC 9110 §5.1); a name stands here once.
public struct HeaderFields: Sendable, Hashable {
    /// A name as it is written, and its value.
    private struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    private var fields: [String: Field] = [:]

    /// No field at all.
    public init() {}

    /// The value of that field; setting nil takes the field away.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: $0) } }
    }

    /// Names as they were written, in alphabetical order, with their values.
    public var all: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.value) }
    }

    /// The first field whose value could end the line it stands on, and so add lines of its own (RFC 9110 §5.5).
    var firstBreakingLines: String? {
        all.first { $0.value.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } }?.name
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// These fields; of two with one name the last stays.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }
}
