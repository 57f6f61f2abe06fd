/// The shape of an e-mail address, as far as a form can tell; whether it exists, only a message to it can.
enum EmailAddress {
    /// Whether a text looks like one: something, one `@`, and a domain with a dot in it; no blank, no control.
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
