import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("A diagnostic", .limitedConcurrency)
struct DiagnosticTests {
    private let source = SourceText(
        path: "Scenarios/outage.jsonc",
        bytes: Array("{\n  \"é\": 1,\r\n\t\"repliess\": [\n".utf8),
    )

    @Test("The text of a diagnostic shows the place, the line, the mark, the hint and the next command.")
    func text() {
        let sut = source.diagnostic(
            .error,
            .unknownKey,
            at: 15..<25,
            #"unknown key "repliess" in an endpoint"#,
            hint: #"did you mean "replies"?"#,
            see: "rehearsal lint --explain endpoint",
        )
        let expected = """
            Scenarios/outage.jsonc:3:2: error: unknown key "repliess" in an endpoint
                 3 |  "repliess": [
                   |  ^~~~~~~~~~ did you mean "replies"?
              see: rehearsal lint --explain endpoint
            """
        #expect(sut.text == expected)
        #expect(sut.line == expected.split(separator: "\n").first.map(String.init))
        let json = #"""
            {"severity":"error","code":"unknown-key","path":"Scenarios/outage.jsonc","line":3,"column":2,"length":10,\#
            "message":"unknown key \"repliess\" in an endpoint","hint":"did you mean \"replies\"?",\#
            "see":"rehearsal lint --explain endpoint"}
            """#
        #expect(String(decoding: sut.json.bytes(), as: UTF8.self) == json)
    }

    @Test("A diagnostic about a whole file shows no line and no column.")
    func wholeFile() {
        let sut = Diagnostic(
            .warning,
            .missingFile,
            path: "a.jsonc",
            message: "there is no such file",
            see: "rehearsal new"
        )
        #expect(sut.text == "a.jsonc: warning: there is no such file\n  see: rehearsal new")
    }

    @Test(
        "A column counts characters from 1, and a marked length ends with its line.",
        arguments: [(0, 1, 1, 1), (7, 2, 5, 2), (11, 2, 9, 1), (26, 3, 13, 2)]
    )
    func position(_ offset: Int, line: Int, column: Int, length: Int) {
        #expect(source.position(of: offset..<(offset + 9)).line == line)
        #expect(source.position(of: offset..<(offset + 9)).column == column)
        #expect(source.position(of: offset..<(offset + 2)).length == length)
    }

    @Test("The excerpt of a very long line shows only the part around the mark.", arguments: [0, 40, 500, 99_995])
    func longLine(_ offset: Int) {
        let bytes = Array((0..<100_000).map { UInt8(ascii: "a") + UInt8($0 % 26) })
        let excerpt = SourceText(path: "x", bytes: bytes).excerpt(of: offset..<(offset + 5))
        let marked = excerpt.text.unicodeScalars.dropFirst(excerpt.column - 1).prefix(excerpt.length)
        #expect(
            String(String.UnicodeScalarView(marked)) == String(decoding: bytes[offset..<(offset + 5)], as: UTF8.self)
        )
        #expect(excerpt.text.count <= 112)
    }

    @Test(
        "A valid name is suggested only if the unknown name is close to it.",
        arguments: [
            ("repliess", "replies"), ("Status", "status"), ("staus", "status"), ("headres", "headers"), ("gte", "get"),
            ("xyz", nil),
            ("elephant", nil), ("", nil),
        ] as [(String, String?)]
    )
    func nearest(_ name: String, expected: String?) {
        #expect(NearestName.of(name, in: ["get", "replies", "status", "headers"]) == expected)
    }

    @Test("An unclosed array is reported at the end of the document, with a note at its opening bracket.")
    func syntax() {
        var diagnostics: [Diagnostic] = []
        let text = SourceText(path: "a.jsonc", bytes: Array("{\n  \"a\": [\n    1,\n".utf8))
        #expect(text.document(options: .relaxed, diagnostics: &diagnostics) == nil)
        #expect(
            diagnostics.map(\.line) == [
                "a.jsonc:3:7: error: the document ends inside an array",
                "a.jsonc:2:8: note: opened here",
            ]
        )
        #expect(diagnostics.first?.hint == "close it with \"]\"")
    }

    @Test("An error in a YAML document has its line and column, with a note at the opening bracket.")
    func yaml() {
        var diagnostics: [Diagnostic] = []
        let text = SourceText(path: "api.yaml", bytes: Array("é: 1\na: [\n  1,\n  é: }\n".utf8))
        #expect(text.yamlDocument(diagnostics: &diagnostics) == nil)
        #expect(
            diagnostics.map(\.line) == [
                "api.yaml:4:6: error: found \"}\" where \"]\" is expected",
                "api.yaml:2:4: note: opened here",
            ]
        )
        #expect(diagnostics.first?.hint == "close the innermost mapping or sequence first")
    }

    @Test("A value of a YAML document has a line and a column.")
    func yamlPosition() throws {
        var diagnostics: [Diagnostic] = []
        let text = SourceText(path: "api.yaml", bytes: Array("paths:\n  /é:\n    get: {x: é, y: 2}\n".utf8))
        let document = try #require(text.yamlDocument(diagnostics: &diagnostics))
        let node = try #require(document.root["paths"]?["/é"]?["get"]?["y"])
        #expect(text.position(of: node.range) == SourceText.Position(line: 3, column: 20, length: 1))
        #expect(diagnostics.isEmpty)
    }
}
