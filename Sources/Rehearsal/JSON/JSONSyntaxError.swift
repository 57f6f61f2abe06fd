/// What keeps some bytes from being a JSON document.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The first byte that is wrong; the number of bytes where the document ends too early.
    package var offset: Int
    /// What was found and what would be right.
    package var message: String
    /// The byte that opened the object, array, string or comment that is not closed.
    package var opening: Int?

    package init(offset: Int, message: String, opening: Int? = nil) {
        self.offset = offset
        self.message = message
        self.opening = opening
    }

    package var description: String { "not JSON at byte \(offset): \(message)" }
}
