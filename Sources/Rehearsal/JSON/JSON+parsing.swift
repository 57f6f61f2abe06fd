extension JSON {
    /// Reads a JSON text (RFC 8259), strictly: no comments, no trailing commas, at most 512 levels of nesting.
    ///
    /// Half of a surrogate pair (`"\ud800"`) becomes U+FFFD.
    ///
    /// - Throws: an error whose description says what was found, at which byte, and what would be right.
    public init(parsing text: String) throws { try self.init(parsing: Array(text.utf8)) }

    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        self = try JSONDocument(parsing: bytes).root.value
    }

    /// The value of the first member of that name; nil if there is none, or if this is no object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}
