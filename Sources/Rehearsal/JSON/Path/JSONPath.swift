extension JSON {
    /// A query that selects values of a JSON document: JSONPath (RFC 9535), answered in a bounded number of steps.
    ///
    /// Two paths are equal if they are written alike, scalar by scalar.
    public struct Path: Sendable, CustomStringConvertible {
        /// As it was written.
        public let text: String
        let segments: [JSONPathSegment]

        /// Reads a path, which begins with `$`.
        ///
        /// At most 4,096 characters, and 32 levels of filters, parentheses and calls. A pattern that is written into
        /// the path has to be one; the RFC would let it match nothing.
        ///
        /// - Throws: what is wrong with the text, and at which character.
        public init(_ text: String) throws(Malformed) {
            self.text = text
            segments = try JSONPathParser.segments(of: Array(text.unicodeScalars))
        }

        /// As it was written.
        public var description: String { text }
    }
}

extension JSON.Path: Hashable {
    // Strings are equal if they look alike, as "é" in one scalar and in two do; as names these are not.
    /// Whether both are written alike.
    public static func == (left: Self, right: Self) -> Bool { left.text.isWritten(as: right.text) }

    /// Hashes what is written.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
