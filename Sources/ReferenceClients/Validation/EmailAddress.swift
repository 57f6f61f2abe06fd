/// A syntax check of the e-mail addresses that users enter in forms.
enum EmailAddress {
    /// Whether a text has a local part, one `@` and a domain with a dot, without white space and control characters.
    static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.count <= 254, parts.count == 2, !parts[0].isEmpty else { return false }
        guard
            !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
        else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
    }
}

extension String {
    /// Whether the text is empty or consists of white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// Returns the text unchanged.
    ///
    /// - Throws: `error` if the text is blank.
    func notBlank(or error: @autoclosure () -> some Error) throws -> String {
        if isBlank { throw error() }
        return self
    }
}
