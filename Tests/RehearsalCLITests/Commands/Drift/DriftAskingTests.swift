import Foundation
import Rehearsal
import RehearsalRecordings
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("The requests that drift sends", .limitedConcurrency)
struct DriftAskingTests {
    /// An entry of a HAR file.
    private struct Entry {
        var path = "/me"
        var headers: [(name: String, value: String)] = []
        var status = 200

        var text: String {
            let fields = headers.map { "{\"name\":\"\($0.name)\",\"value\":\"\($0.value)\"}" }.joined(separator: ",")
            return """
                {"startedDateTime":"2026-01-01T00:00:00Z","time":0,"request":{"method":"GET","url":"http://a.example\(path)",
                "httpVersion":"HTTP/1.1","headers":[\(fields)]},"response":{"status":\(status),"statusText":"",
                "httpVersion":"HTTP/1.1","headers":[],"content":{"size":0,"mimeType":""}}}
                """
        }
    }

    private static func report(
        on entries: [Entry],
        asking endpoints: [Scenario.Endpoint],
        _ words: [String] = []
    ) async throws -> (report: DriftReport, backend: Backend) {
        let path = NSTemporaryDirectory() + "drift-\(UUID().uuidString).har"
        let list = entries.map(\.text).joined(separator: ",")
        try "{\"log\":{\"version\":\"1.2\",\"entries\":[\(list)]}}".write(
            toFile: path,
            atomically: true,
            encoding: .utf8
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        let backend = try Backend.start(Scenario("backend", endpoints: endpoints))
        let options = try DriftOptions(typed: [path, "--against=\(backend.origin)"] + words)
        let report = try await runBlocking { try DriftCommand(options, Terminal.silent()).report() }
        await backend.stop()
        return (report, backend)
    }

    private static let account: [Scenario.Endpoint] = [
        Scenario.Endpoint(
            .get,
            "/me",
            when: .init(headers: [.init("Authorization", .present)]),
            replies: [Scenario.Reply(200)]
        ),
        Scenario.Endpoint(.get, "/me", replies: [Scenario.Reply(401)]),
    ]

    @Test("Drift adds the given credentials only to requests that were recorded with credentials, if there are any.")
    func credentials() async throws {
        let entries = [Entry(status: 401), Entry(headers: [("Authorization", "Bearer [redacted 00000001]")])]
        let words = ["--header=Authorization: Bearer real"]
        let (report, _) = try await Self.report(on: entries, asking: Self.account, words)
        #expect(!report.hasDrifted, "\(report.lines())")
    }

    @Test("Drift adds the given credentials to every request if none was recorded with credentials.")
    func anonymous() async throws {
        let words = ["--header=Authorization: Bearer real"]
        let (report, _) = try await Self.report(on: [Entry()], asking: Self.account, words)
        #expect(!report.hasDrifted, "\(report.lines())")
    }

    @Test("Drift leaves out a recorded 304 and sends no request for it.")
    func notModified() async throws {
        let entries = [Entry(headers: [("If-None-Match", "x")], status: 304)]
        let endpoints = [Scenario.Endpoint(.get, "/me", replies: [Scenario.Reply(200)])]
        let (report, backend) = try await Self.report(on: entries, asking: endpoints)
        #expect(report.requests.map(\.skipReason) == ["the only recorded reply is 304 Not Modified"])
        #expect(backend.journal.entries.isEmpty)
    }

    @Test("Drift sends a request for each recorded Accept field.")
    func forms() async throws {
        let entries = ["text/html", "application/json"].map { Entry(headers: [("Accept", $0)]) }
        let endpoints = [Scenario.Endpoint(.get, "/me", replies: [Scenario.Reply(200)])]
        let (report, backend) = try await Self.report(on: entries, asking: endpoints, ["--times=1"])
        #expect(report.requests.count == 2)
        #expect(backend.journal.entries.map { $0.headers["Accept"] } == ["text/html", "application/json"])
    }
}
