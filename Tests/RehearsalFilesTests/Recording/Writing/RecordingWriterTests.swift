import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Writing a recording", .limitedConcurrency)
struct RecordingWriterTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = folder["Recordings/users"]
    }

    private func har() throws -> JSON { try JSON(parsing: try folder.read("Recordings/users.har")) }

    private func record(_ exchanges: [RecordedExchange], _ options: RecordingWriter.Options = .init()) throws {
        let sut = try RecordingWriter(path, options: options)
        for exchange in exchanges { _ = try sut.append(exchange) }
        try sut.close()
    }

    @Test("The file is a valid HAR after each exchange, before the writer is closed.")
    func always() throws {
        let sut = try RecordingWriter(path)
        #expect(try har()["log"]?["entries"] == .array([]))
        for number in 1...3 {
            _ = try sut.append(RecordingSample.exchange("GET", "https://api.corp.io/users/\(number)"))
            #expect(try har()["log"]?["entries"]?[number - 1]?["_name"] == .string("get-users-\(number)"))
        }
        #expect(RecordingSample.scenario("\(path).har").scenario?.endpoints.count == 3)
    }

    @Test("Entries are named after method and path, and repeats are numbered.")
    func names() throws {
        let sut = try RecordingWriter(path)
        let asked = [
            ("GET", "/users"), ("GET", "/users?page=2"), ("POST", "/users"), ("GET", "/"), ("GET", "/Users/a%20b/é"),
            ("GET", "/users"), ("GET", "/users/2"),
        ]
        let names = try asked.map { try sut.append(RecordingSample.exchange($0.0, "https://api.corp.io\($0.1)")).name }
        #expect(
            names == [
                "get-users", "get-users-2", "post-users", "get-root", "get-users-a-b", "get-users-3", "get-users-2-2",
            ]
        )
    }

    @Test("A JSON body is a pretty-printed file beside the HAR, and is replayed with its recorded bytes.")
    func bodies() throws {
        let text =
            #"{"users": [{"name": "Ann", "height": 1.50}, {"name": "B\u00f6b"}], "page": 1, "pages": 12, "size": 20, "total": 231, "next": null}"#
        try record([RecordingSample.exchange(content: text)])
        let stored = try folder.read("Recordings/users/get-users.json")
        #expect(stored.hasPrefix("{\n  \"users\": [\n    {\n      \"name\": \"Ann\",\n      \"height\": 1.50\n"))
        #expect(stored.contains(#""B\u00f6b""#))
        let reply = try #require(RecordingSample.scenario("\(path).har").scenario?.endpoints.first?.replies.first)
        guard case .bytes(let bytes, _) = reply.body else { return #expect(Bool(false)) }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("Recording the same exchanges again, on any day, gives the same files.")
    func twice() throws {
        let flow = { (day: Int64) in
            (0..<3).map { number in
                var exchange = RecordingSample.exchange(
                    "POST",
                    "https://api.corp.io/login",
                    body: #"{"password":"s3cret-word-\#(number % 2)"}"#,
                    answer: [
                        "Content-Type": "application/json", "X-Request-Id": "r\(day)\(number)", "Date": "d\(day)",
                    ],
                    content:
                        #"{"token":"t0ken-number-\#(number % 2)","text":"\#(String(repeating: "word ", count: 30))"}"#
                )
                exchange.startedAt += day * 86_400_000
                return exchange
            }
        }
        try record(flow(0))
        let first = try RecordingSample.files(in: folder.path)
        #expect(first.count == 4)
        try record(flow(0), RecordingWriter.Options(start: .replacing))
        #expect(try RecordingSample.files(in: folder.path) == first)
        try record(flow(40), RecordingWriter.Options(start: .replacing))
        #expect(try RecordingSample.files(in: folder.path) == first)
        var changed = flow(40)
        changed[1] = RecordingSample.exchange("POST", "https://api.corp.io/login", content: "{}")
        try record(changed, RecordingWriter.Options(start: .replacing))
        #expect(try RecordingSample.files(in: folder.path) != first)
    }

    @Test("Appending continues names and numbers of secrets, and a HAR of another tool is rejected.")
    func continuing() throws {
        let login = RecordingSample.exchange(headers: ["Authorization": "Bearer first-token-1"])
        try record([login])
        try record([RecordingSample.exchange(headers: ["Authorization": "Bearer other-token-2"])])
        let text = try folder.read("Recordings/users.har")
        #expect(text.contains("\"get-users-2\""))
        #expect(text.contains("Bearer [redacted 00000002]"))
        let other = try folder.write("other.har", #"{"log":{"version":"1.2","entries":[]}}"#)
        let failure = #expect(throws: RecordingWriter.Failure.self) { try RecordingWriter(other) }
        #expect(failure?.description.contains("rehearsal inspect --normalize") == true)
        #expect(try folder.read("other.har") == #"{"log":{"version":"1.2","entries":[]}}"#)
    }

    @Test("A recording stays until its replacement is complete, and is kept if that is empty.")
    func replacing() throws {
        try record([RecordingSample.exchange(content: String(repeating: "[1] ", count: 1))])
        let first = try RecordingSample.files(in: folder.path)
        let sut = try RecordingWriter(path, options: RecordingWriter.Options(start: .replacing))
        #expect(try RecordingSample.files(in: folder.path)["Recordings/users.har"] == first["Recordings/users.har"])
        try sut.close()
        #expect(try RecordingSample.files(in: folder.path) == first)
    }

    @Test("A second writer of a recording is rejected until the first one is closed.")
    func locked() throws {
        let sut = try RecordingWriter(path)
        let failure = #expect(throws: RecordingWriter.Failure.self) { try RecordingWriter("\(path).har") }
        #expect(failure?.description.contains("another process") == true)
        try sut.close()
        #expect(throws: Never.self) { try RecordingWriter(path) }
        #expect(throws: RecordingWriter.Failure.self) { try sut.append(RecordingSample.exchange()) }
    }

    @Test(
        "A truncated entry is skipped with a warning, and removed when recording continues.",
        arguments: [1, 40, 700]
    )
    func cutOff(bytes: Int) throws {
        try record((0..<3).map { RecordingSample.exchange("GET", "https://api.corp.io/\($0)") })
        let whole = try FileSystem.read("\(path).har", limit: 1 << 20)
        try folder.write("Recordings/users.har", whole.dropLast(HARText.tail.utf8.count + bytes))
        let loaded = RecordingSample.scenario("\(path).har")
        #expect(loaded.diagnostics.map(\.severity) == [.warning])
        #expect(loaded.scenario?.endpoints.count ?? 0 >= 1)
        try record([RecordingSample.exchange("GET", "https://api.corp.io/new")])
        #expect(try har()["log"]?["entries"]?[1] != nil)
        #expect(RecordingSample.scenario("\(path).har").diagnostics == [])
    }

    @Test(
        "A failed exchange is recorded with its failure, and replayed as a fault.",
        arguments: RecordedExchange.Failure.allCases
    )
    func failures(_ failure: RecordedExchange.Failure) throws {
        var exchange = RecordingSample.exchange()
        exchange.outcome = .failure(failure, detail: "it failed")
        try record([exchange])
        let response = try har()["log"]?["entries"]?[0]?["response"]
        #expect(response?["status"] == 0)
        #expect(response?["_error"] == "it failed")
        #expect(response?["_fault"] == .string(failure.rawValue))
        let loaded = RecordingSample.scenario("\(path).har")
        #expect(loaded.diagnostics == [])
        let faults = try #require(loaded.scenario?.endpoints.first?.replies.first?.faults)
        #expect(!faults.isEmpty)
        #expect(faults.allSatisfy { $0.validationFailure == nil })
        #expect(Fault.conflict(in: faults) == nil)
    }

    @Test("A compressed body is stored decoded, without its Content-Encoding.")
    func gzip() throws {
        // `hello hello hello` by gzip -n.
        let packed = try #require(Base64.decoded("H4sIAAAAAAAC/8tIzcnJV8hAkACAiPnlEQAAAA=="))
        var exchange = RecordingSample.exchange()
        exchange.outcome = .reply(
            RecordedExchange.Reply(
                status: 200,
                headers: ["Content-Type": "text/plain", "Content-Encoding": "gzip", "Content-Length": "31"],
                body: packed
            )
        )
        let sut = try RecordingWriter(path)
        let written = try sut.append(exchange)
        let text = try folder.read("Recordings/users.har")
        if Decompressor.shared == nil {
            #expect(text.contains(#""_encoded": "gzip""#))
        } else {
            #expect(text.contains("hello hello hello"))
            #expect(!text.contains("Content-Encoding"))
            #expect(written.remarks == ["content encoding (gzip) removed"])
        }
    }
}
