import Rehearsal
import RehearsalLint
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Compressed bodies without a Content-Encoding", .limitedConcurrency)
struct PackedBodyTests {
    private let folder: ScratchFolder
    private static let secret = #"{"user":"ann","password":"h1dden-Passw0rd-77"}"#

    /// The secret by gzip -9, and a document with a value that only a later exchange reveals; both are unreadable.
    private static let dense =
        "H4sIAAAAAAACA6tWKi1OLVKyUkrMy1PSUSpILC4uzy9KAQpkGKakpObpBoBEDIpSdM3NlWoBPKLgiS4AAAA="
    private static let opaque = "H4sIAAAAAAACA6tWKkvMKU1VslIyKEgsLE3VDQNxdU2MlGoBncfsHxsAAAA="

    init() throws { folder = try ScratchFolder() }

    private func exchange(_ body: [UInt8], _ headers: Scenario.Headers) -> RecordedExchange {
        var exchange = RecordingSample.exchange("GET", "https://a.corp.io/x", headers: [:])
        exchange.outcome = .reply(RecordedExchange.Reply(status: 200, headers: headers, body: body))
        return exchange
    }

    private func findings() -> [Diagnostic] {
        ScenarioFiles.load([folder["a.har"]], options: ScenarioFiles.Options(linting: LintChecks(now: 0))).diagnostics
    }

    @Test(
        "A compressed body with a secret is left out with a remark, and lint reports nothing in the file.",
        arguments: [true, false],
        ["application/gzip", "application/octet-stream", "text/plain", "image/png", "application/json"]
    )
    func leftOut(_ isGzip: Bool, _ type: String) throws {
        let sut = try RecordingWriter(folder["a"])
        let headers: Scenario.Headers = ["Content-Type": type, "X-Any": "h1dden-Passw0rd-77", "Content-Length": "9"]
        let packed = RecordingSample.packed(Self.secret.utf8, asGzip: isGzip)
        let written = try sut.append(exchange(packed, headers))
        try sut.close()
        #expect(written.remarks == ["omitted: it contains a compressed secret that cannot be redacted"])
        for (name, bytes) in try RecordingSample.files(in: folder.path) {
            #expect(bytes.start(of: Array("h1dden".utf8), from: 0) == nil, "the secret is in \(name)")
        }
        let read = InspectedRecording(folder["a.har"]).exchanges.first
        #expect(read?.body == [])
        #expect(read?.headers["Content-Length"] == "0")
        #expect(findings() == [])
    }

    @Test("The remark names the request body, and a compressed body without a secret keeps each of its bytes.")
    func kept() throws {
        let sut = try RecordingWriter(folder["a"])
        let packed = RecordingSample.packed(#"{"user":"ann"}"#.utf8)
        #expect(try sut.append(exchange(packed, ["Content-Type": "application/gzip"])).remarks == [])
        var asking = exchange([], [:])
        asking.requestBody = RecordingSample.packed(Self.secret.utf8)
        #expect(try sut.append(asking).remarks.map { $0.prefix(17) } == ["request: omitted:"])
        try sut.close()
        let read = InspectedRecording(folder["a.har"]).exchanges
        #expect(read.map(\.body) == [packed, []])
        #expect(read.map(\.requestBody) == [[], []])
    }

    @Test("A compressed body is left out once a later exchange reveals that it contains a secret.")
    func revealed() throws {
        let sut = try RecordingWriter(folder["a"])
        let packed = try #require(Base64.decoded(Self.opaque))
        _ = try sut.append(exchange(packed, ["Content-Type": "application/gzip"]))
        #expect(try RecordingSample.files(in: folder.path).count == 2)
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer 0paque-Value-42"]))
        // Read before close(), as a process that is killed would leave the files.
        #expect(try RecordingSample.files(in: folder.path).keys.sorted() == ["a.har"])
        try sut.close()
        #expect(InspectedRecording(folder["a.har"]).exchanges.map(\.body.count) == [0, 2])
    }

    @Test("Bytes that are compressed twice are decompressed twice, and other bytes are not decompressed.")
    func layers() {
        let twice = RecordingSample.packed(RecordingSample.packed("abc".utf8, asGzip: false))
        #expect(CompressedBytes.decompressed(twice) == Array("abc".utf8))
        #expect(CompressedBytes.decompressed(Array("abc".utf8)) == nil)
        #expect(CompressedBytes.decompressed([0x78, 0x9C, 0xFF]) == nil)
        // The bytes are text, although zlib would decompress them to "abc".
        #expect(CompressedBytes.decompressed(Array("x^KLJ\u{6}\u{0}".utf8)) == nil)
    }

    @Test("Decompression of a body stops at a limit.")
    func bomb() {
        let zeros = RecordingSample.packed([UInt8](repeating: 0x20, count: 9 << 20))
        #expect((CompressedBytes.decompressed(zeros)?.count ?? 0) < 5 << 20)
    }

    @Test("Lint reports a secret in a compressed body of another tool, in a file and in Base64.")
    func lint() throws {
        let sut = try RecordingWriter(folder["a"])
        let packed = RecordingSample.packed(#"{"user":"ann"}"#.utf8)
        _ = try sut.append(exchange(packed, ["Content-Type": "application/octet-stream"]))
        try sut.close()
        let file = try #require(FileSystem.names(in: folder["a"]).first)
        #expect(findings() == [])
        let address = Base64.encoded(RecordingSample.packed(#"{"a":"ann@corp.io"}"#.utf8))
        let samples = [(Self.dense, Diagnostic.Code.secret), (address, .exposedSecret)]
        for (sample, code) in samples {
            try folder.write("a/\(file)", try #require(Base64.decoded(sample)))
            #expect(findings().map(\.code) == [code])
        }
        try folder.write("a/\(file)", packed)
        let stored = "\"_file\": \"a/\(file)\""
        let har = try folder.read("a.har")
        for (sample, code) in samples {
            let inline = "\"encoding\": \"base64\", \"text\": \"\(sample)\""
            try folder.write("a.har", har.replacing(stored, with: inline))
            #expect(findings().map(\.code) == [code])
        }
    }

    @Test("Lint warns about a body in an unknown content coding, and decodes a known one.")
    func codings() throws {
        let sut = try RecordingWriter(folder["a"])
        let bytes: [UInt8] = [0x8B, 0x05, 0x80, 0xFF, 0x61, 0x03]
        let headers: Scenario.Headers = ["Content-Type": "application/json", "Content-Encoding": "br"]
        _ = try sut.append(exchange(bytes, headers))
        _ = try sut.append(exchange(Array(repeating: 0xFF, count: 300), headers))
        try sut.close()
        let found = findings()
        #expect(found.map(\.code) == [.unsupportedCoding])
        #expect(found.first?.severity == .warning)
        #expect(
            found.first?.message.contains(#"body of a reply cannot be checked: it is still encoded ("br")"#) == true
        )
        let har = try folder.read("a.har")
        let line = try #require(found.first?.position?.line)
        #expect(har.split(separator: "\n", omittingEmptySubsequences: false)[line - 1].contains(Base64.encoded(bytes)))
        let other = har.replacing("\"_encoded\": \"br\"", with: "\"_encoded\": \"gzip\"")
        let packed = Base64.encoded(RecordingSample.packed(Self.secret.utf8))
        try folder.write("a.har", other.replacing(Base64.encoded(bytes), with: packed))
        #expect(findings().contains { $0.code == .secret })
    }
}
