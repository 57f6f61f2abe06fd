extension JSON {
    /// A whole number; null if there is none.
    package static func integer(_ value: (some BinaryInteger)?) -> JSON {
        value.map { .number(Number(text: String($0))) } ?? .null
    }

    /// A text; null if there is none.
    package static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    package static func texts(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
}
