extension String {
    /// Whether it says nothing.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// The same text.
    ///
    /// - Throws: the error if it says nothing.
    func notBlank(or error: @autoclosure () -> some Error) throws -> String {
        if isBlank { throw error() }
        return self
    }
}
