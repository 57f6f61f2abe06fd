import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// An invalid document with its expected finding: the code, the marked part, and a part of the message.
struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var code: Diagnostic.Code
    var mark: String
    var says: String

    /// A mistake in a whole document.
    init(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) {
        (self.text, self.code, self.mark, self.says) = (text, code, mark, says)
    }

    /// A mistake in an otherwise valid endpoint.
    static func endpoint(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "endpoints": [{ \#(text) }] }"#, code, mark, says)
    }

    /// A mistake in an otherwise valid reply.
    static func reply(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        endpoint(#""get": "/", "replies": [{ \#(text) }]"#, code, mark, says)
    }

    static func expecting(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "extends": [], "expect": [\#(text)] }"#, code, mark, says)
    }

    var testDescription: String { text }

    /// Expects that the document has exactly one finding, with this code, marked part and message.
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
