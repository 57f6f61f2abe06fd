import Foundation
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalLint
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Texts in a file that look like secrets", .limitedConcurrency)
struct ExposedSecretsTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl"
    private static let card = "4111 1111 1111 1111"

    private func findings(_ text: String, isRecording: Bool = false) -> [Diagnostic] {
        let source = SourceText(path: "a.jsonc", bytes: Array(text.utf8))
        let found = ExposedSecrets(in: source, isRecording: isRecording).findings
        for finding in found {
            #expect(finding.severity == .error)
            #expect(finding.code == .exposedSecret)
            #expect(finding.hint != nil)
            #expect(!finding.text.contains(Self.jwt))
            #expect(!finding.text.contains(Self.card))
            #expect(finding.excerpt == nil)
        }
        return found
    }

    @Test("A secret is reported at its place in a value, a name or a comment, also in an escape or Base64.")
    func places() throws {
        let text = """
            {
              // try it with \(Self.jwt)
              "a": { "\(Self.card)": 1 },
            }
            """
        let found = findings(text)
        #expect(found.map { $0.position?.line } == [2, 3])
        #expect(found.map(\.message) == ["this looks like a JSON Web Token", "this looks like a card number"])
        #expect(findings(#"{ "a": "\u0065yJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2ln" }"#).count == 1)
        #expect(findings(#"{ "url": "https://a.example/?n=4111%201111%201111%201111" }"#).count == 1)
        let hidden = Base64.encoded(Array("token: \(Self.jwt)".utf8))
        #expect(findings(#"{ "encoding": "base64", "text": "\#(hidden)" }"#).count == 1)
        #expect(findings(#"{ "base64": "\#(hidden)" }"#).count == 1)
    }

    @Test("An escape before an at sign is not a part of an e-mail address, and does not hide one.")
    func escapes() {
        #expect(findings(#"{ "a": "\u0000@corp.io" }"#, isRecording: true) == [])
        #expect(findings(#"{ "a": "\n@corp.io" }"#, isRecording: true) == [])
        #expect(findings(#"{ "a": "\u0000ann@corp.io" }"#, isRecording: true).count == 1)
        #expect(findings(#"{ "a": "\u0061@corp.io" }"#, isRecording: true).count == 1)
    }

    @Test("E-mail addresses are reported only in recordings, in one finding with their count.")
    func addresses() {
        let text = #"{ "a": "ann@corp.io", "b": ["bob@corp.io", "c@corp.io"] }"#
        #expect(findings(text) == [])
        #expect(
            findings(text, isRecording: true).map(\.message) == [
                "this looks like an e-mail address, and 2 more in this file"
            ]
        )
    }

    @Test("A secret in a scenario or in a body file is an error for lint, and does not prevent loading.")
    func loading() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(
            "a.jsonc",
            #"{ "endpoints": [{ "get": "/", "replies": [{ "text": "\#(Self.jwt)" }] }] }"#
        )
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        let sut = ScenarioFiles.load([path], options: options)
        #expect(sut.diagnostics.map(\.code) == [.exposedSecret])
        #expect(sut.scenario != nil)
        #expect(ScenarioFiles.load([path]).diagnostics == [])

        let writer = try RecordingWriter(folder["r"])
        _ = try writer.append(RecordingSample.exchange(content: "[\(String(repeating: "\"a\",", count: 100))1]"))
        try writer.close()
        try folder.write("r/get-users.json", "[\"\(Self.jwt)\"]")
        let found = ScenarioFiles.load([folder["r.har"]], options: options).diagnostics
        #expect(found.map(\.code) == [.exposedSecret])
        #expect(found.first?.path == folder["r/get-users.json"])
    }

    @Test("The scenarios and recordings of this package contain no text that looks like a secret.")
    func shipped() {
        let root = FilePath.folder(of: #filePath) + "/../../../.."
        var count = 0
        func look(_ folder: String) {
            for name in FileSystem.names(in: folder) {
                let path = "\(folder)/\(name)"
                if FileSystem.isFolder(path) { look(path) }
                guard let bytes = try? FileSystem.read(path, limit: 1 << 24) else { continue }
                count += 1
                #expect(
                    ExposedSecrets(in: SourceText(path: path, bytes: bytes), isRecording: true).findings.map(\.text)
                        == []
                )
            }
        }
        look("\(root)/Scenarios")
        look("\(root)/Recordings")
        #expect(count > 90)
    }
}
