import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalLint

@Suite("Findings about a valid recording", .limitedConcurrency)
struct RecordingProofTests {
    private static let secret = "eyJhbGciOiJIUzI1NiJ9"

    private func recording(_ header: String, body: String = "{}", url: String = "https://a.example/x") -> String {
        let body = String(decoding: JSON.string(body).bytes(), as: UTF8.self)
        return """
            { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [{
              "_name": "list", "startedDateTime": "2026-03-01T00:00:00Z", "time": 1,
              "request": { "method": "GET", "url": "\(url)", "httpVersion": "HTTP/1.1",
                "headers": [{ "name": "Authorization", "value": "\(header)" }] },
              "response": { "status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [],
                "content": { "mimeType": "application/json", "size": 2, "text": \(body) } } }] } }
            """
    }

    private func findings(_ text: String, now: Int64 = 0, oldest: Int64? = nil) throws -> [Diagnostic] {
        let folder = try ScratchFolder(["a.har": text])
        let options = ScenarioFiles.Options(linting: LintChecks(now: now, oldest: oldest))
        let found = ScenarioFiles.load([folder["a.har"]], options: options).diagnostics
        for finding in found {
            #expect(!finding.message.contains(Self.secret))
            #expect(!finding.path.isEmpty)
        }
        return found
    }

    @Test("A secret is reported with the name and the place of its header or member, and is not shown.")
    func secrets() throws {
        let header = try #require(try findings(recording("Bearer \(Self.secret)")).first)
        #expect(header.code == .secret)
        #expect(header.severity == .error)
        #expect(header.message.hasPrefix(#"header "Authorization" of a request holds what looks like a secret of 20"#))
        #expect(header.position?.line == 4)
        #expect(!header.text.contains(Self.secret))
        #expect(header.excerpt == nil)
        let body = #"{ "user": { "access_token": "\#(Self.secret)" } }"#
        let member = try findings(recording("Bearer x", body: body))
        #expect(member.map(\.message).first?.hasPrefix(#"member "access_token" in the body of a reply"#) == true)
        let url = try findings(recording("Bearer x", url: "https://a.example/?api_key=\(Self.secret)"))
        #expect(url.map(\.code) == [.secret])
    }

    @Test("A made-up secret is a warning, and does not hide a secret that looks generated.")
    func madeUp() throws {
        let found = try findings(recording("made-up-token-01", body: #"{ "token": "another-made-up-one" }"#))
        #expect(found.map(\.severity) == [.warning, .warning])
        let entries = #"{ "request": { "headers": [{ "name": "X-Token", "value": "VALUE" }] } }"#
        let both = ["made-up-token-01", Self.secret].map { entries.replacing("VALUE", with: $0) }
        let source = SourceText(
            path: "a.har",
            bytes: Array(#"{ "log": { "entries": [\#(both.joined(separator: ","))] } }"#.utf8)
        )
        let sut = RecordingLint(source, AgeLimit(now: 0)).findings
        #expect(sut.map(\.severity) == [.warning, .error])
        #expect(sut.allSatisfy { $0.code == .secret })
    }

    @Test(
        "A placeholder and a short value are not reported as secrets.",
        arguments: ["Bearer [redacted 0badcafe]", "[redacted]", "Bearer access-1"]
    )
    func harmless(_ header: String) throws {
        #expect(
            try findings(recording(header, body: #"{ "access_token": "access-1", "name": "\#(Self.secret)" }"#)) == []
        )
    }

    @Test("A secret in a recording that a scenario uses is reported.")
    func used() throws {
        let document = #"{ "endpoints": [{ "get": "/", "replies": [{ "recording": "a/list" }] }] }"#
        let text = recording("Bearer \(Self.secret)")
        let folder = try ScratchFolder(["Scenarios/s.jsonc": document, "Recordings/a.har": text])
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        let found = ScenarioFiles.load([folder["Scenarios/s.jsonc"]], options: options)
        #expect(found.diagnostics.map(\.code) == [.secret])
        #expect(found.diagnostics.first?.path.hasSuffix("Recordings/a.har") == true)
    }

    @Test("A recording is reported as old if its newest exchange is older than the limit.")
    func age() throws {
        let recorded = try #require(RecordedDate.seconds("2026-03-01T00:00:00Z"))
        let text = recording("")
        let day: Int64 = 86_400
        #expect(try findings(text, now: recorded + 90 * day, oldest: 90 * day) == [])
        let found = try findings(text, now: recorded + 91 * day, oldest: 90 * day)
        #expect(found.map(\.code) == [.outdatedFile])
        #expect(found.first?.message == "the newest exchange of this recording is 91 days old (2026-03-01)")
    }

    @Test("A scenario is reported as old if its last change is older than the limit.")
    func scenario() throws {
        let folder = try ScratchFolder(["a.jsonc": #"{ "endpoints": [] }"#])
        let changed = try #require(FileSystem.modified(folder["a.jsonc"]))
        func codes(_ now: Int64, _ oldest: Int64?) -> [Diagnostic.Code] {
            let options = ScenarioFiles.Options(linting: LintChecks(now: now, oldest: oldest))
            return ScenarioFiles.load([folder["a.jsonc"]], options: options).diagnostics.map(\.code)
        }
        #expect(codes(changed + 10, 10) == [])
        #expect(codes(changed + 11, 10) == [.outdatedFile])
        #expect(codes(changed + 11, nil) == [])
    }

    @Test(
        "A recorded date is converted to seconds since 1970, and an invalid date is rejected.",
        arguments: [
            ("1970-01-01", 0), ("2000-02-29T12:00:00Z", 951_782_400), ("2026-03-02", 1_772_409_600),
            ("1969-12-31", -86_400),
        ] as [(String, Int64)]
    )
    func dates(_ text: String, _ seconds: Int64) {
        #expect(RecordedDate.seconds(text) == seconds)
        #expect(RecordedDate.seconds("yesterday") == nil)
        #expect(RecordedDate.seconds("2026-13-01") == nil)
    }
}
