import Foundation
import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("Normalizing a HAR into the form for reviews", .limitedConcurrency)
struct NormalizeTests {
    private static let fixtures = FilePath.folder(of: #filePath) + "/../../Fixtures"

    @Test(
        "A HAR of any exporter is stable after one normalization, and keeps its replies.",
        arguments: ["charles", "chrome", "firefox", "httpbin", "proxyman"]
    )
    func twice(_ name: String) throws {
        let folder = try ScratchFolder()
        let source = InspectedRecording("\(Self.fixtures)/\(name).har")
        #expect(!source.hasErrors)
        let path = folder["Recordings/\(name).har"]
        let first = try source.normalize(into: path)
        #expect(first.written > 0)
        #expect(first.written + first.skipped.count == source.exchanges.count)
        let files = try RecordingSample.files(in: folder.path)
        let again = InspectedRecording(path)
        #expect(again.diagnostics == [])
        #expect(again.exchanges.count == first.written)
        #expect(try again.normalize().secrets == 0)
        #expect(try RecordingSample.files(in: folder.path) == files)

        let before = ScenarioFiles.load(["\(Self.fixtures)/\(name).har"]).scenario
        let after = ScenarioFiles.load([path])
        #expect(after.diagnostics == [])
        #expect(
            after.scenario?.endpoints.map { $0.replies.map(\.status) }
                == before?.endpoints.map { $0.replies.map(\.status) }
        )
    }

    @Test(
        "Small HARs and recordings of this package are stable after one normalization.",
        arguments: ["Recordings", "Tests/Fuzzing/Seeds/har", "Tests/Fuzzing/Findings/har"]
    )
    func folders(_ name: String) throws {
        let folder = "\(Self.fixtures)/../../../\(name)"
        var compared = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".har") {
            let source = InspectedRecording("\(folder)/\(file)")
            if source.hasErrors || source.exchanges.isEmpty { continue }
            let scratch = try ScratchFolder()
            guard try source.normalize(into: scratch["a.har"]).written > 0 else { continue }
            let files = try RecordingSample.files(in: scratch.path)
            _ = try InspectedRecording(scratch["a.har"]).normalize()
            #expect(try RecordingSample.files(in: scratch.path) == files, "\(file)")
            compared += 1
        }
        #expect(compared >= (name.hasPrefix("Tests/Fuzzing/Findings") ? 1 : 5))
    }

    @Test("White space in a JSON body changes only in the first normalization, with a remark.")
    func respaced() throws {
        let folder = try ScratchFolder()
        let long = String(repeating: "x", count: 200)
        let body = #"{\n  \"a\": \"\#(long)\", \n  \"b\": 1\n}\n"#
        let har = """
            { "log": { "entries": [{ "request": { "method": "POST", "url": "https://a.corp.io/",
                "headers": [{ "name": "Content-Length", "value": "225" }],
                "postData": { "mimeType": "application/json", "text": "\(body)" } },
              "response": { "status": 200, "headers": [{ "name": "Content-Length", "value": "225" }],
                "content": { "size": 225, "mimeType": "application/json", "text": "\(body)" } }
            }] } }
            """
        let path = try folder.write("a.har", har)
        let first = try InspectedRecording(path).normalize(into: folder["b.har"])
        #expect(first.remarks.contains { $0.contains("the white space of its JSON was changed") })
        let files = try RecordingSample.files(in: folder.path)
        _ = try InspectedRecording(folder["b.har"]).normalize()
        #expect(try RecordingSample.files(in: folder.path) == files)
    }

    @Test("Normalizing keeps comments in their places and redacts their secrets.")
    func comments() throws {
        let folder = try ScratchFolder()
        let har = #"""
            { "log": { "entries": [{ "comment": "seen by ann@corp.io",
              "request": { "method": "POST", "url": "https://a.corp.io/", "comment": "of the request",
                "postData": { "mimeType": "text/plain", "text": "x", "comment": "of its body" } },
              "response": { "status": 200, "comment": "of the reply",
                "content": { "size": 1, "mimeType": "text/plain", "text": "y", "comment": "of what it holds" } }
            }] } }
            """#
        let path = try folder.write("a.har", har)
        _ = try InspectedRecording(path).normalize(into: folder["b.har"])
        let entry = try #require(try JSON(parsing: try folder.read("b.har"))["log"]?["entries"]?[0])
        #expect(entry["comment"] == "seen by [redacted 00000001]")
        #expect(entry["request"]?["comment"] == "of the request")
        #expect(entry["request"]?["postData"]?["comment"] == "of its body")
        #expect(entry["response"]?["comment"] == "of the reply")
        #expect(entry["response"]?["content"]?["comment"] == "of what it holds")
        let first = try folder.read("b.har")
        _ = try InspectedRecording(folder["b.har"]).normalize()
        #expect(try folder.read("b.har") == first)
    }

    @Test("Normalizing keeps names, days and failures, and numbers new secrets after the old ones.")
    func kept() throws {
        let folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["a"])
        var lost = RecordingSample.exchange("GET", "https://a.corp.io/lost")
        lost.outcome = .failure(.timeout, detail: "silent for 30 s")
        _ = try writer.append(lost)
        _ = try writer.append(RecordingSample.exchange(headers: ["Authorization": "Bearer abc"]), named: "mine")
        try writer.close()
        let text = try folder.read("a.har").replacing(
            "\"statusText\": \"OK\"",
            with: "\"statusText\": \"to ann@corp.io\""
        )
        try folder.write("a.har", text.replacing("corp.io/users\"", with: "corp.io/users/bob@corp.io\""))
        _ = try InspectedRecording(folder["a.har"]).normalize()
        #expect(!(try folder.read("a.har").contains("ann@corp.io")))
        let sut = InspectedRecording(folder["a.har"])
        #expect(sut.exchanges.map(\.name) == ["get-lost", "mine"])
        #expect(sut.exchanges.map(\.failure) == [.timeout, nil])
        #expect(sut.exchanges.allSatisfy { $0.day == "2026-11-21" })
        #expect(sut.exchanges[1].url.hasSuffix("/users/redacted-00000002"))
        #expect(sut.exchange("2")?.name == "mine")
        #expect(sut.exchange("mine")?.number == 2)
        #expect(sut.exchange("3") == nil)
        #expect(sut.exchanges[0].notes == ["timed out, played as stall at beforeHead"])
    }

    @Test("A body file outside of the root is rejected, by a relative path, an absolute path or a link.")
    func outside() throws {
        let folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["in/Recordings/a"])
        _ = try writer.append(RecordingSample.exchange(content: "[\(String(repeating: "1,", count: 100))1]"))
        try writer.close()
        try folder.write("secret.json", "{}")
        let text = try folder.read("in/Recordings/a.har")
        func findings(_ file: String) throws -> [Diagnostic.Code] {
            try folder.write("in/Recordings/b.har", text.replacing("a/get-users.json", with: file))
            return ScenarioFiles.load([folder["in/Recordings/b.har"]]).diagnostics.map(\.code)
        }
        #expect(try findings("a/get-users.json") == [])
        #expect(try findings("../../secret.json") == [.outsideRoot])
        #expect(try findings("\(folder.path)/secret.json") == [.outsideRoot])
        #expect(try findings("a/none.json") == [.missingFile])
        try folder.link("in/Recordings/a/link.json", to: folder["secret.json"])
        #expect(try findings("a/link.json") == [.outsideRoot])
        #expect(try findings("a") != [])
    }
}
