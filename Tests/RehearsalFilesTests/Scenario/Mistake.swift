import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// A case: the document, the code, the part of it that is marked, and a part of what is said.
struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var code: Diagnostic.Code
    var mark: String
    var says: String

    /// In a whole document.
    init(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) {
        (self.text, self.code, self.mark, self.says) = (text, code, mark, says)
    }

    /// In an endpoint that is otherwise right.
    static func endpoint(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "endpoints": [{ \#(text) }] }"#, code, mark, says)
    }

    /// In a reply that is otherwise right.
    static func reply(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        endpoint(#""get": "/", "replies": [{ \#(text) }]"#, code, mark, says)
    }

    static func expecting(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "extends": [], "expect": [\#(text)] }"#, code, mark, says)
    }

    var testDescription: String { text }

    /// The one finding for this document: its code, the part of the document that it marks, and what it says.
    func check(_ severity: Diagnostic.Severity = .error) throws {
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect((loaded.scenario == nil) == (severity == .error))
        #expect(loaded.diagnostics.map(\.code) == [code], "\(loaded.diagnostics.map(\.text))")
        let diagnostic = try #require(loaded.diagnostics.first)
        #expect(diagnostic.severity == severity)
        let position = try #require(diagnostic.position)
        let marked = text.unicodeScalars.dropFirst(position.column - 1).prefix(position.length)
        #expect(String(String.UnicodeScalarView(marked)) == mark)
        #expect("\(diagnostic.message) \(diagnostic.hint ?? "")".contains(says), "\(diagnostic.text)")
    }
}
