/// Where something is written, taken apart: `file:line`.
package struct Place: Sendable, Hashable {
    package var file: String
    package var line: Int?

    package init(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else {
            file = text
            return
        }
        file = String(text[..<colon])
        self.line = line
    }
}
