import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("A secret that is revealed after it was recorded", .limitedConcurrency)
struct RevealedSecretTests {
    @Test("A secret that a later exchange reveals is redacted at once in earlier entries and their names.")
    func later() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let secret = "0paque-Value-42"
        let content = #"{"value":"\#(secret)","text":"\#(String(repeating: "word ", count: 30))"}"#
        _ = try sut.append(RecordingSample.exchange("GET", "https://a.corp.io/use/\(secret)", content: content))
        #expect(try folder.read("a/get-use-0paque-value-42.json").contains(secret))
        let revealing = RecordingSample.exchange(headers: ["Authorization": "Bearer \(secret)"])
        #expect(try sut.append(revealing).secrets == 1)
        // Read before close(), as a process that is killed would leave the files.
        for (name, bytes) in try RecordingSample.files(in: folder.path) {
            #expect(bytes.start(of: Array(secret.utf8), from: 0) == nil, "the secret is in \(name)")
            #expect(!name.lowercased().contains("0paque"), "\(name)")
        }
        #expect(try folder.read("a/get-use-redacted.json").contains("[redacted 00000001]"))
        #expect(sut.withoutSecrets("/use/\(secret)") == "/use/redacted-00000001")
        _ = try sut.append(RecordingSample.exchange())
        try sut.close()
        #expect(try folder.read("a.har").contains("Bearer [redacted 00000001]"))
        let names = InspectedRecording(folder["a.har"]).exchanges.map(\.name)
        #expect(names == ["get-use-redacted", "get-users", "get-users-2"])
    }

    @Test("A large exchange is redacted again if another one reveals a secret of it in the meantime.")
    func meanwhile() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let text = String(repeating: "word ", count: RecordingWriter.largeSize / 5 + 1)
        let content = #"{"value":"0paque-Value-42","password":"an0ther-Value-43","text":"\#(text)"}"#
        let large = RecordingSample.exchange("GET", "https://a.corp.io/b", content: content)
        var others = [["Authorization": "Bearer 0paque-Value-42"], ["Accept": "*/*"]] as [Scenario.Headers]
        var drafts = 0
        let written = try sut.appendDraft(of: large, named: nil) { () throws(RecordingWriter.Failure) in
            drafts += 1
            if !others.isEmpty { _ = try sut.append(RecordingSample.exchange(headers: others.removeFirst())) }
        }
        #expect(drafts == 2, "the first draft lacked one secret")
        #expect(written?.secrets == 2)
        #expect(try sut.append(large).secrets == 2)
        try sut.close()
        let shown = #"{"value":"[redacted 00000001]","password":"[redacted 00000002]""#
        for name in ["get-b", "get-b-2"] {
            let bytes = try folder.read("a/\(name).json").filter { !$0.isWhitespace || $0 == " " }
            #expect(bytes.split(separator: " ").joined().hasPrefix(shown.split(separator: " ").joined()), "\(name)")
        }
        let names = InspectedRecording(folder["a.har"]).exchanges.map(\.name)
        #expect(names == ["get-users", "get-users-2", "get-b", "get-b-2"])
    }

    @Test("A large exchange is written even if other exchanges reveal a secret during each redaction.")
    func always() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let large = RecordingSample.exchange(content: String(repeating: "a", count: RecordingWriter.largeSize))
        var number = 0
        let written = try sut.appendDraft(of: large, named: nil) { () throws(RecordingWriter.Failure) in
            number += 1
            let headers: Scenario.Headers = ["Authorization": "Bearer 0paque-Value-\(number)"]
            _ = try sut.append(RecordingSample.exchange(headers: headers))
        }
        #expect(written == nil)
        #expect(try sut.append(large).name == "get-users-4")
        try sut.close()
    }

    @Test("A revealed secret is redacted at once in a body file that alone contains it.")
    func inBody() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let content = #"{"value":"0paque-Value-42","text":"\#(String(repeating: "word ", count: 30))"}"#
        _ = try sut.append(RecordingSample.exchange("GET", "https://a.corp.io/b", content: content))
        #expect(try folder.read("a/get-b.json").contains("0paque-Value-42"))
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer 0paque-Value-42"]))
        #expect(try folder.read("a/get-b.json").contains("[redacted 00000001]"))
        try sut.close()
    }

    @Test(
        "A revealed secret is redacted even if it is escaped in JSON or encoded in UTF-16.",
        arguments: [true, false]
    )
    func hidden(_ isWide: Bool) throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        var exchange = RecordingSample.exchange("GET", "https://a.corp.io/b")
        let plain = Array(#"{"value":"0paque\u002DValue-42"}"#.utf8)
        let wide: [UInt8] = [0xFF, 0xFE] + "the value is 0paque-Value-42".utf8.flatMap { [$0, UInt8(0)] }
        let type = isWide ? "text/plain" : "application/json"
        let reply = RecordedExchange.Reply(status: 200, headers: ["Content-Type": type], body: isWide ? wide : plain)
        exchange.outcome = .reply(reply)
        _ = try sut.append(exchange)
        let before = try RecordingSample.files(in: folder.path)
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer 0paque-Value-42"]))
        let found = InspectedRecording(folder["a.har"]).exchanges.first?.body ?? []
        let text = isWide ? WideText(found, charset: nil)?.utf8 ?? found : found
        #expect(
            String(decoding: text, as: UTF8.self).contains("[redacted 00000001]"),
            "files before: \(before.keys.sorted())"
        )
        try sut.close()
    }

    @Test(
        "A revealed secret is redacted in a replacement of a recording and in a continued one.",
        arguments: [true, false]
    )
    func laterElsewhere(_ isReplacing: Bool) throws {
        let folder = try ScratchFolder()
        let secret = "0paque-Value-42"
        let early = RecordingSample.exchange(content: #"{"value":"\#(secret)"}"#)
        let first = try RecordingWriter(folder["a"])
        _ = try first.append(isReplacing ? RecordingSample.exchange() : early)
        try first.close()
        let sut = try RecordingWriter(folder["a"], options: .init(start: isReplacing ? .replacing : .appending))
        if isReplacing { _ = try sut.append(early) }
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer \(secret)"]))
        for (name, bytes) in try RecordingSample.files(in: folder.path) {
            #expect(bytes.start(of: Array(secret.utf8), from: 0) == nil, "the secret is in \(name)")
        }
        try sut.close()
        #expect(InspectedRecording(folder["a.har"]).exchanges.count == 2)
        #expect(try folder.read("a.har").contains("Bearer [redacted 00000001]"))
    }

    @Test("A generated name with a part of a revealed secret changes, and a chosen name is kept.")
    func cutName() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let secret = "Value-abcdefghijklmnopqrstuvwxyz-0123456789-abcdefghijklmnop"
        let content = "[\(String(repeating: "1,", count: 100))1]"
        let early = RecordingSample.exchange("GET", "https://a.corp.io/name/\(secret)", content: content)
        _ = try sut.append(early)
        _ = try sut.append(early, named: "mine")
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer \(secret)"]))
        let files = try RecordingSample.files(in: folder.path).keys.sorted()
        #expect(files == ["a.har", "a/get-name-redacted.json", "a/mine.json"])
        #expect(!(try folder.read("a.har").contains("abcdefgh")))
        try sut.close()
        let names = InspectedRecording(folder["a.har"]).exchanges.map(\.name)
        #expect(names == ["get-name-redacted", "mine", "get-users"])
    }

    @Test("Only entries with the revealed secret are rewritten, and all others keep each of their bytes.")
    func others() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let content = "[\(String(repeating: "1,", count: 100))1]"
        for number in 0..<6 {
            let note = number == 2 ? "0paque-Value-42" : "value"
            let answer: Scenario.Headers = ["Content-Type": "application/json", "X-Note": note]
            _ = try sut.append(RecordingSample.exchange(answer: answer, content: content))
        }
        let before = try folder.read("a.har")
        let body = FileSystem.stamp(of: folder["a/get-users-2.json"])
        for number in 0..<2 {
            _ = try sut.append(
                RecordingSample.exchange(headers: ["Authorization": "Bearer 0paque-Value-4\(2 + number)"])
            )
        }
        try sut.close()
        let after = try folder.read("a.har")
        let kept = before.split(separator: "\n").filter { !after.contains($0) }
        #expect(kept.count == 1)
        #expect(kept.first?.contains("0paque") == true)
        #expect(FileSystem.stamp(of: folder["a/get-users-2.json"]) == body)
        let read = InspectedRecording(folder["a.har"])
        #expect(read.diagnostics == [])
        #expect(read.exchanges.count == 8)
        #expect(read.exchanges[2].headers["X-Note"] == "[redacted 00000001]")
    }

    @Test("An exact recording keeps times and durations when it is redacted and when it is normalized.")
    func exact() throws {
        let folder = try ScratchFolder()
        let options = RecordingWriter.Options(isExact: true)
        let sut = try RecordingWriter(folder["a"], options: options)
        _ = try sut.append(RecordingSample.exchange(content: #"{"value":"0paque-Value-42"}"#))
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer 0paque-Value-42"]))
        try sut.close()
        let before = try folder.read("a.har")
        #expect(!before.contains("0paque"))
        #expect(before.contains("[redacted 00000001]"))
        #expect(before.components("\"startedDateTime\": \"2026-11-21T09:00:00.000Z\"") == 2)
        #expect(before.components("\"time\": 12") == 2)
        _ = try InspectedRecording(folder["a.har"]).normalize(options)
        #expect(try folder.read("a.har") == before)
    }
}

extension String {
    fileprivate func components(_ text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
