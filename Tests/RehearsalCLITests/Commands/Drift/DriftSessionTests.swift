import Foundation
import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("Drift of a backend from its recording", .limitedConcurrency)
struct DriftSessionTests {
    /// The replies of a backend, by path.
    typealias Answers = [(path: String, status: Int, headers: Scenario.Headers, body: String)]

    private static let user = #"{"id":7,"role":"admin","joined":"2024-01-01T10:00:00Z","score":4,"note":"a b"}"#
    private static let users = "[\(user),\(user),\(user)]"
    private static let recorded: Answers = [
        ("/users", 200, ["X-Version": "3", "Set-Cookie": "sid=1"], users),
        ("/users/7", 200, [:], #"{"id":7,"home":{"city":"Ulm"},"tags":["new","old"]}"#),
        ("/health", 200, [:], #"{"ok":true}"#), ("/report", 200, [:], #"{"rows":[1,2,3]}"#),
    ]
    private static let changed: Answers = [
        (
            "/users", 200, ["X-Version": "4", "X-Page": "1"],
            #"[{"id":7,"role":"owner","joined":"2024-01-01T10:00:00.5Z","score":4.5,"note":null},{"id":8,"role":"admin"}]"#
        ),
        ("/users/7", 200, [:], #"{"id":"7","home":{"zip":"89073"},"tags":"new"}"#),
        ("/health", 503, [:], "{}"), ("/report", 200, ["Content-Type": "text/csv"], "1,2,3"),
    ]

    private static func scenario(_ answers: Answers) -> Scenario {
        Scenario(
            "backend",
            endpoints: answers.map { answer in
                var headers = answer.headers
                if headers["Content-Type"] == nil { headers.append("Content-Type", "application/json") }
                let reply = Scenario.Reply(
                    answer.status,
                    headers: headers,
                    body: .bytes(Array(answer.body.utf8), type: headers["Content-Type"])
                )
                return Scenario.Endpoint(.get, Scenario.PathPattern(stringLiteral: answer.path), replies: [reply])
            }
        )
    }

    /// Writes a recording of these replies and of a POST, and returns its path.
    private static func record(_ answers: Answers, in folder: String) throws -> String {
        let writer = try RecordingWriter("\(folder)/Recordings/api")
        for answer in answers {
            var headers = answer.headers
            if headers["Content-Type"] == nil { headers.append("Content-Type", "application/json") }
            let reply = RecordedExchange.Reply(status: answer.status, headers: headers, body: Array(answer.body.utf8))
            let url = "http://api.example.com\(answer.path)"
            _ = try writer.append(RecordedExchange(method: "GET", url: url, outcome: .reply(reply)))
        }
        let made = RecordedExchange.Reply(status: 201, body: [])
        _ = try writer.append(
            RecordedExchange(method: "POST", url: "http://api.example.com/users", outcome: .reply(made))
        )
        try writer.close()
        return "\(folder)/Recordings/api.har"
    }

    private static func report(on answers: Answers, _ words: [String] = []) async throws -> DriftReport {
        let folder = NSTemporaryDirectory() + "drift-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/Recordings", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try record(recorded, in: folder)
        let backend = try Backend.start(scenario(answers))
        let options = try DriftOptions(typed: [path, "--against=\(backend.origin)"] + words)
        let sut = try DriftCommand(options, Terminal.silent())
        let report = try await runBlocking { try sut.report() }
        await backend.stop()
        return report
    }

    @Test("An unchanged backend has no drift, and the report names requests that it leaves out.")
    func unchanged() async throws {
        let report = try await Self.report(on: Self.recorded)
        #expect(!report.hasDrifted, "\(report.lines())")
        #expect(report.headline == "no drift in 4 requests, 1 left out")
        #expect(report.requests.last?.skipReason == "POST may change data; --all sends it too")
    }

    @Test("Drift reports each kind of change of a backend.")
    func changed() async throws {
        let report = try await Self.report(on: Self.changed)
        let kinds = Set(report.requests.flatMap(\.changes).map(\.kind))
        let expected: Set<DriftChange.Kind> = [
            .status, .mediaType, .headerAdded, .headerRemoved, .headerChanged, .memberAdded, .memberRemoved,
            .memberMissing, .retyped, .nullable, .fraction, .stringFormat, .enumValue,
        ]
        #expect(expected.subtracting(kinds).isEmpty, "\(report.lines().joined(separator: "\n"))")
        #expect(report.lines().contains("  status 503, was 200"))
    }

    @Test("Drift counts a body that it cannot compare, without reporting drift.")
    func notCompared() async throws {
        let folder = NSTemporaryDirectory() + "drift-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/Recordings", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let page: Answers = [("/", 200, ["Content-Type": "text/plain"], "of then")]
        let path = try Self.record(page, in: folder)
        let backend = try Backend.start(Self.scenario([("/", 200, ["Content-Type": "text/plain"], "of now")]))
        let options = try DriftOptions(typed: [path, "--against=\(backend.origin)"])
        let report = try await runBlocking { try DriftCommand(options, Terminal.silent()).report() }
        #expect(report.headline == "no drift in 1 request, 1 left out, 1 body not compared")
        await backend.stop()
    }

    @Test("Drift omits ignored headers and places.")
    func ignored() async throws {
        let words = ["--ignore=header:X-Version", "--ignore=$[*].score"]
        let changes = try await Self.report(on: Self.changed, words).requests.flatMap(\.changes)
        #expect(!changes.contains { $0.kind == .headerChanged || $0.path == "$[*].score" })
    }

    @Test("Drift ends with an error if the backend does not respond.")
    func absent() async throws {
        let listening = try ListeningSockets.open(.loopback, port: 0, listens: false)
        defer { for socket in listening.sockets { Socket.close(socket.descriptor) } }
        let folder = NSTemporaryDirectory() + "drift-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/Recordings", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try Self.record(Self.recorded, in: folder)
        let words = [path, "--against=http://127.0.0.1:\(listening.port)"]
        let sut = try DriftCommand(DriftOptions(typed: words), Terminal.silent())
        #expect(try await runBlocking { sut.run() } == .unavailable)
    }

    @Test("A report counts as asked and reached only if it has a request that was sent.")
    func nothingAsked() throws {
        var report = DriftReport(recording: "a.har", backend: "http://x")
        report.requests = [.init("POST /", location: "entry 1", skipReason: "it may change something")]
        #expect(!report.hasComparedRequests)
        report.requests.append(.init("GET /", location: "entry 2"))
        #expect(report.hasComparedRequests)
        #expect(report.isBackendReachable)
    }

    @Test("Drift leaves out requests to other hosts and sends no recorded credential.")
    func otherHosts() async throws {
        let folder = NSTemporaryDirectory() + "drift-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let entries = ["https://api.a.example/me", "https://api.a.example/you", "https://cdn.b.example/x"].map { url in
            """
            {"startedDateTime":"2026-01-01T00:00:00Z","time":0,"request":{"method":"GET","url":"\(url)",
            "httpVersion":"HTTP/1.1","headers":[{"name":"Authorization","value":"Bearer LIVE"}]},"response":{"status":204,
            "statusText":"","httpVersion":"HTTP/1.1","headers":[],"content":{"size":0,"mimeType":""}}}
            """
        }
        let path = "\(folder)/a.har"
        let text = "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let backend = try Backend.start(
            Scenario("backend", endpoints: [Scenario.Endpoint(.any, "/**", replies: [Scenario.Reply(204)])])
        )
        let options = try DriftOptions(typed: [path, "--against=\(backend.origin)"])
        let report = try await runBlocking { try DriftCommand(options, Terminal.silent()).report() }
        #expect(report.requests.map(\.skipReason) == [nil, nil, "it was recorded from https://cdn.b.example"])
        #expect(backend.journal.entries.count == 4)
        #expect(backend.journal.entries.allSatisfy { !$0.headers.contains("Authorization") })
        await backend.stop()
    }

    @Test(
        "Drift rejects invalid arguments with the valid form.",
        arguments: [
            ([], "drift needs a recording"), (["a", "b", "--against=http://x"], "drift takes one recording at a time"),
            (["a.har"], "drift needs --against"),
            (["a", "--against=ftp://x"], "--against takes a URL"),
            (["a", "--against=http://x", "--header=x"], "--header takes 'Name: value'"),
            (["a", "--against=http://x", "--ignore=x"], "--ignore takes a place or a header"),
            (["a", "--against=http://x", "--words=$..x"], "--words takes a place, found \"$..x\": `..`"),
            (["a", "--against=http://x", "--times=0"], "--times takes a whole number from 1 to 10"),
            (["a", "--against=http://x", "--format=x"], "--format takes one of text, json, markdown; found \"x\""),
        ]
    )
    func wrong(_ words: [String], _ message: String) {
        let error = #expect(throws: UsageError.self) { try DriftOptions(typed: words) }
        #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }
}
