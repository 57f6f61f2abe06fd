import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalDocuments

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Recordings as exporters write them", .limitedConcurrency)
struct ExporterTests {
    private func fixture(_ name: String, exact: Bool = false) throws -> HARFixture.Outcome {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appending(path: "Fixtures/\(name)"))
        return HARFixture.read(Array(data), exact: exact)
    }

    /// A HAR of a browser or a proxy, in that exporter's form, and the expected entries and warnings.
    struct Expected: Sendable {
        var name: String
        var targets: [String]
        var replies: [String]
        var warnings: [String]
    }

    static let exporters = [
        Expected(
            name: "chrome.har",
            targets: ["GET /v1/me", "POST /graphql", "POST /graphql"],
            replies: [
                "200 content-type: application/json; charset=utf-8|set-cookie: a=1; path=/|set-cookie: b=2; HttpOnly|{\"id\":1}",
                "200 content-type: application/json|{\"data\":{\"a\":1}}", "200 content-type: application/json|",
            ],
            warnings: ["entries[3] (GET https://api.example.com/v1/ads) is skipped", "entries[2]", "entries[4]"]
        ),
        Expected(
            name: "firefox.har",
            targets: ["GET /page", "GET /logo.png"],
            replies: ["200 Content-Type: text/html; charset=ISO-8859-1|caf\u{FFFD}", "304 ETag: \"1\"|"],
            warnings: ["entries[2] (GET https://tracker.example.com/t.js) is skipped"]
        ),
        Expected(
            name: "charles.har",
            targets: ["GET /cart", "PUT /cart"],
            replies: ["200 Content-Type: text/plain|Set-Cookie: s=1|Set-Cookie: t=2|ok", "204 "],
            warnings: []
        ),
        Expected(
            name: "proxyman.har",
            targets: ["GET /feed"],
            replies: ["200 Content-Type: application/json|[1]"],
            warnings: ["entries[1] (GET https://api.example.com/lost) is skipped"]
        ),
    ]

    @Test("A HAR of each exporter gives the expected entries and warnings.", arguments: exporters)
    func eachExporter(expected: Expected) throws {
        let outcome = try fixture(expected.name)
        let entries = try #require(outcome.recording?.entries, "\(outcome.lines)")

        #expect(entries.map { "\($0.method) \($0.path)" } == expected.targets)
        #expect(entries.map { Self.summary($0.reply) } == expected.replies)
        #expect(outcome.diagnostics.count == expected.warnings.count, "\(outcome.lines)")
        for warning in expected.warnings {
            #expect(outcome.diagnostics.contains { $0.message.hasPrefix(warning) && $0.severity == .warning })
        }
    }

    private static func summary(_ reply: Scenario.Reply) -> String {
        var bytes: [UInt8] = []
        if case .bytes(let body, _) = reply.body { bytes = body }
        let parts = HARFixture.lines(reply.headers) + [String(decoding: bytes, as: UTF8.self)]
        return "\(reply.status) " + parts.joined(separator: "|")
    }

    @Test("A HAR of mitmproxy gives all its twenty exchanges with their exact bytes.", arguments: [true, false])
    func mitmproxy(exact: Bool) throws {
        let outcome = try fixture("httpbin.har", exact: exact)
        let entries = try #require(outcome.recording?.entries)

        #expect(outcome.lines == [])
        #expect(entries.count == Self.httpbin.count)
        for (entry, expected) in zip(entries, Self.httpbin) {
            guard case .bytes(let bytes, type: nil) = entry.reply.body else {
                Issue.record("\(entry.path) has no bytes")
                continue
            }
            let names = entry.reply.headers.fields.map(\.name)
            let shown =
                "\(entry.method) \(entry.path)?\(entry.query ?? "") \(entry.reply.status) "
                + "\(entry.reply.reason ?? "") \(bytes.count) \(Self.checksum(bytes))"
            #expect(shown == expected.line)
            #expect(names == expected.headers.filter { exact || $0 != "Date" })
            #expect(entry.origin == "http://127.0.0.1:8899")
            #expect(entry.reply.headers["Server"] == "waitress")
        }
        #expect(entries.last?.requestBody == ["a": 1])
    }

    /// FNV-1a, 64 bits.
    private static func checksum(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}
