import RehearsalRecordings
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("Options of record", .limitedConcurrency)
struct RecordOptionsTests {
    @Test("Omitted options have the defaults that the help states.")
    func defaults() throws {
        let sut = try RecordOptions(typed: ["--upstream=https://API.example:443", "--into=Recordings/api/"])
        #expect(sut.upstream.origin == "https://api.example")
        #expect(sut.path == "Recordings/api.har")
        #expect(sut.mode == .once)
        #expect(sut.onMiss == nil)
        #expect(sut.port == 8080)
        #expect(sut.bindScope == .loopback)
        #expect(sut.scenario == .keep)
        #expect(sut.timeout == .seconds(30))
        #expect(!sut.isExact)
        #expect(!sut.isJSON)
    }

    @Test("Record reads every option.")
    func all() throws {
        let sut = try RecordOptions(typed: [
            "--upstream=http://a.example:81", "--into=a=b.har", "--mode=rewrite", "--on-miss=record", "--port=0",
            "--listen=0.0.0.0", "--timeout=500ms", "--exact", "--json", "--scenario=none",
        ])
        #expect(sut.scenario == .none)
        #expect(sut.path == "a=b.har")
        #expect(sut.mode == .rewrite)
        #expect(sut.onMiss == .record)
        #expect(sut.port == 0)
        #expect(sut.bindScope == .network)
        #expect(sut.timeout == .milliseconds(500))
        #expect(sut.isExact)
        #expect(sut.isJSON)
    }

    @Test(
        "Record rejects an invalid option with the valid form.",
        arguments: [
            ([], "record needs --upstream URL", "for example"),
            (["--upstream=api.example"], "takes a URL", "https://"),
            (["--upstream=http://a.example/v1"], "without a path", "/v1 into the base URL"),
            (["--upstream=http://ada:pw@a.example"], "not contain a user name", "Authorization"),
            (["--upstream=http://a.example:99999"], "99999", "for example"),
            (["--upstream=http://a", "--mode=onse"], "once, new, rewrite", "did you mean once?"),
            (["--upstream=http://a", "--on-miss=x"], "fail, forward, record", ""),
            (["--upstream=http://a", "--scenario=rewrit"], "keep, rewrite, none", "did you mean rewrite?"),
            (["--upstream=http://a", "--port=65536"], "0 to 65535", ""),
            (["--upstream=http://a", "--timeout=0s"], "500ms", ""),
            (["--upstream=http://a", "--listen=10.0.0.1"], "127.0.0.1 or 0.0.0.0", "those on its networks"),
            (["Recordings/api"], "record takes no operand", "name the recording with --into"),
        ]
    )
    func wrong(_ words: [String], _ message: String, _ hint: String) {
        let error = #expect(throws: UsageError.self) { _ = try RecordOptions(typed: words) }
        #expect(error?.message.contains(message) == true)
        #expect(hint.isEmpty || error?.hint?.contains(hint) == true)
    }
}
