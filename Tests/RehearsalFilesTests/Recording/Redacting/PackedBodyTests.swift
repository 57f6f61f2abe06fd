import Rehearsal
import RehearsalLint
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("A body that something is packed in, of which no header says so", .admitted)
struct PackedBodyTests {
    private let folder: ScratchFolder
    private static let secret = #"{"user":"ann","password":"h1dden-Passw0rd-77"}"#

    /// The same by gzip -9, and a document that nobody knows to hold one: neither can be read in it.
    private static let dense =
        "H4sIAAAAAAACA6tWKi1OLVKyUkrMy1PSUSpILC4uzy9KAQpkGKakpObpBoBEDIpSdM3NlWoBPKLgiS4AAAA="
    private static let opaque = "H4sIAAAAAAACA6tWKkvMKU1VslIyKEgsLE3VDQNxdU2MlGoBncfsHxsAAAA="

    init() throws { folder = try ScratchFolder() }

    private func exchange(_ body: [UInt8], _ headers: Scenario.Headers) -> RecordedExchange {
        var exchange = RecordingSample.exchange("GET", "https://a.corp.io/x", headers: [:])
        exchange.outcome = .reply(RecordedExchange.Reply(status: 200, headers: headers, body: body))
        return exchange
    }

    private func told() -> [Diagnostic] {
        ScenarioFiles.load([folder["a.har"]], options: ScenarioFiles.Options(proving: Proving(now: 0))).diagnostics
    }

    @Test(
        "A body that hides a secret is left out, which is said; it is known by then, and nothing is to be told.",
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
            #expect(bytes.start(of: Array("h1dden".utf8), from: 0) == nil, "it is in \(name)")
        }
        let read = InspectedRecording(folder["a.har"]).exchanges.first
        #expect(read?.body == [] && read?.headers["Content-Length"] == "0")
        #expect(told() == [])
    }

    @Test("A request is said to be one, and a body without a secret keeps each of its bytes.")
    func kept() throws {
        let sut = try RecordingWriter(folder["a"])
        let packed = RecordingSample.packed(#"{"user":"ann"}"#.utf8)
        #expect(try sut.append(exchange(packed, ["Content-Type": "application/gzip"])).remarks == [])
        var asking = exchange([], [:])
        asking.requestBody = RecordingSample.packed(Self.secret.utf8)
        #expect(try sut.append(asking).remarks.map { $0.prefix(17) } == ["request: left out"])
        try sut.close()
        let read = InspectedRecording(folder["a.har"]).exchanges
        #expect(read.map(\.body) == [packed, []] && read.map(\.requestBody) == [[], []])
    }

    @Test("What is packed and what only a later exchange tells is left out then.")
    func revealed() throws {
        let sut = try RecordingWriter(folder["a"])
        let packed = try #require(Base64.decoded(Self.opaque))
        _ = try sut.append(exchange(packed, ["Content-Type": "application/gzip"]))
        #expect(try RecordingSample.files(in: folder.path).count == 2)
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer 0paque-Value-42"]))
        // As whoever kills it now finds it.
        #expect(try RecordingSample.files(in: folder.path).keys.sorted() == ["a.har"])
        try sut.close()
        #expect(InspectedRecording(folder["a.har"]).exchanges.map(\.body.count) == [0, 2])
    }

    @Test("What is packed twice is unpacked twice, and other bytes are not packed at all.")
    func layers() {
        let twice = RecordingSample.packed(RecordingSample.packed("abc".utf8, asGzip: false))
        #expect(PackedBytes.unpacked(twice) == Array("abc".utf8))
        #expect(PackedBytes.unpacked(Array("abc".utf8)) == nil && PackedBytes.unpacked([0x78, 0x9C, 0xFF]) == nil)
        // Text is text, although zlib makes "abc" of it.
        #expect(PackedBytes.unpacked(Array("x^KLJ\u{6}\u{0}".utf8)) == nil)
    }

    @Test("A few bytes that unpack to very many are looked at as far as anybody would.")
    func bomb() {
        let zeros = RecordingSample.packed([UInt8](repeating: 0x20, count: 9 << 20))
        #expect((PackedBytes.unpacked(zeros)?.count ?? 0) < 5 << 20)
    }

    @Test("Lint looks inside of one that somebody else has written, in a file and in Base64.")
    func lint() throws {
        let sut = try RecordingWriter(folder["a"])
        let packed = RecordingSample.packed(#"{"user":"ann"}"#.utf8)
        _ = try sut.append(exchange(packed, ["Content-Type": "application/octet-stream"]))
        try sut.close()
        let file = try #require(FileSystem.names(in: folder["a"]).first)
        #expect(told() == [])
        let address = Base64.encoded(RecordingSample.packed(#"{"a":"ann@corp.io"}"#.utf8))
        let samples = [(Self.dense, Diagnostic.Code.secret), (address, .exposedSecret)]
        for (sample, code) in samples {
            try folder.write("a/\(file)", try #require(Base64.decoded(sample)))
            #expect(told().map(\.code) == [code])
        }
        try folder.write("a/\(file)", packed)
        let stored = "\"_file\": \"a/\(file)\""
        let har = try folder.read("a.har")
        for (sample, code) in samples {
            let inline = "\"encoding\": \"base64\", \"text\": \"\(sample)\""
            try folder.write("a.har", har.replacing(stored, with: inline))
            #expect(told().map(\.code) == [code])
        }
    }

    @Test("Lint says which coding keeps it from looking at a body, and looks at one that it can take off.")
    func codings() throws {
        let sut = try RecordingWriter(folder["a"])
        let bytes: [UInt8] = [0x8B, 0x05, 0x80, 0xFF, 0x61, 0x03]
        let headers: Scenario.Headers = ["Content-Type": "application/json", "Content-Encoding": "br"]
        _ = try sut.append(exchange(bytes, headers))
        _ = try sut.append(exchange(Array(repeating: 0xFF, count: 300), headers))
        try sut.close()
        let found = told()
        #expect(found.map(\.code) == [.unseenBody] && found.first?.severity == .warning)
        #expect(
            found.first?.message.contains(#"body of a reply cannot be checked: it is still encoded ("br")"#) == true
        )
        let har = try folder.read("a.har")
        let line = try #require(found.first?.position?.line)
        #expect(har.split(separator: "\n", omittingEmptySubsequences: false)[line - 1].contains(Base64.encoded(bytes)))
        let other = har.replacing("\"_encoded\": \"br\"", with: "\"_encoded\": \"gzip\"")
        let packed = Base64.encoded(RecordingSample.packed(Self.secret.utf8))
        try folder.write("a.har", other.replacing(Base64.encoded(bytes), with: packed))
        #expect(told().contains { $0.code == .secret })
    }
}
