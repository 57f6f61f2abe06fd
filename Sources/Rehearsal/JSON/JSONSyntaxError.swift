/// What keeps some bytes from being a JSON document.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The first byte that is wrong; the number of bytes where the document ends too early.
    package var offset: Int
    /// What was found.
    package var problem: String
    /// What would be right.
    package var fix: String
    /// The byte that opened the object, array, string or comment that is not closed.
    package var opening: Int?

    package init(offset: Int, _ problem: String, fix: String, opening: Int? = nil) {
        self.offset = offset
        self.problem = problem
        self.fix = fix
        self.opening = opening
    }

    /// What was found and what would be right.
    package var message: String { "\(problem): \(fix)" }

    package var description: String { "not JSON at byte \(offset): \(message)" }
}
