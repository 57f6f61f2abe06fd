import Rehearsal
import RehearsalDocuments

extension [Diagnostic] {
    /// Checks that every diagnostic has a place in its text, and a message of one line without control characters.
    func requirePlaces(in bytes: [UInt8]) throws {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for diagnostic in self {
            try Finding.require(
                !diagnostic.line.unicodeScalars.contains(where: \.isTerminalControl),
                "a message of several lines"
            )
            let steers = diagnostic.text.unicodeScalars.contains { $0 != "\n" && $0.isTerminalControl }
            try Finding.require(!steers, "a diagnostic with control characters")
            _ = diagnostic.json.bytes()
            if let position = diagnostic.position { try position.requirePlace(in: lines) }
            if let excerpt = diagnostic.excerpt { try excerpt.requireMark() }
        }
    }

    /// Whether a diagnostic is an error.
    var hasErrors: Bool { contains { $0.severity == .error } }
}

extension SourceText.Position {
    func requirePlace(in lines: [ArraySlice<UInt8>]) throws {
        try Finding.require(1...lines.count ~= line, "line \(line) of \(lines.count)")
        let characters = lines[line - 1].count { $0 & 0xC0 != 0x80 }
        try Finding.require(1...(characters + 1) ~= column, "column \(column) of \(characters) in line \(line)")
        try Finding.require(length > 0, "a mark of length \(length)")
        try Finding.require(column + length <= characters + 2, "a mark that ends after its line")
    }
}

extension SourceText.Excerpt {
    /// Checks that the mark is under the excerpt, or at most one column after it.
    fileprivate func requireMark() throws {
        let width = text.unicodeScalars.count
        try Finding.require(width <= 120, "an excerpt of \(width) characters")
        try Finding.require(column > 0 && length > 0, "a mark at \(column) of length \(length)")
        try Finding.require(column + length <= width + 2, "a mark that ends after its excerpt")
        try Finding.require(!text.unicodeScalars.contains(where: \.isTerminalControl), "an excerpt of several lines")
    }
}

extension Unicode.Scalar {
    /// Whether this is a control character of a terminal: C0, DEL or C1.
    var isTerminalControl: Bool { value < 0x20 || 0x7F..<0xA0 ~= value }
}
