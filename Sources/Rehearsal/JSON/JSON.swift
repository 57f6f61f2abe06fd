/// A JSON value (RFC 8259) that keeps what most readers lose: member order, repeated names and the text of numbers.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and its value; a name may be there twice.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSON

        /// A name and its value.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A number as it was written: `1.50` stays `1.50`.
    public struct Number: Sendable, Hashable {
        /// As it was written.
        public let text: String

        package init(text: String) { self.text = text }
    }
}
