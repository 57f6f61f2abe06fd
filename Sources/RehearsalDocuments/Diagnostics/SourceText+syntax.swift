package import Rehearsal

extension SourceText {
    /// The file as a JSON document; what is wrong with it is said in `diagnostics`.
    package func document(options: JSONDocument.Options, diagnostics: inout [Diagnostic]) -> JSONDocument? {
        do throws(JSONSyntaxError) {
            return try JSONDocument(parsing: bytes, options: options)
        } catch {
            diagnostics.append(contentsOf: syntaxDiagnostics(error))
            return nil
        }
    }

    private func syntaxDiagnostics(_ error: JSONSyntaxError) -> [Diagnostic] {
        var offset = error.offset
        // The end of a document is shown on its last line that says something.
        if offset == bytes.count {
            while offset > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset - 1]) { offset -= 1 }
        }
        var found = [diagnostic(.error, .syntax, at: offset..<(offset + 1), error.problem, hint: error.fix)]
        if let opening = error.opening, line(of: opening) != line(of: offset) {
            found.append(diagnostic(.note, .syntax, at: opening..<(opening + 1), "it is opened here"))
        }
        return found
    }
}
