import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The client of the control port", .limitedConcurrency)
struct ControlClientTests {
    private static let token = "0123456789abcdef"

    private func client(of backend: Backend, reply: Duration = .seconds(240)) throws -> ControlClient {
        var client = ControlClient(address: try ControlAddress(backend.origin), token: Self.token)
        client.limits.reply = reply
        return client
    }

    private func play(_ reply: Scenario.Reply, at path: Scenario.PathPattern = "/v1") throws -> Backend {
        try Backend.start(Scenario("control", endpoints: [.any(path, replies: [reply])]))
    }

    private func failure(_ body: @escaping @Sendable () throws -> Void) async throws -> ControlError? {
        try await runBlocking {
            do {
                try body()
                return nil
            } catch let error as ControlError {
                return error
            }
        }
    }

    @Test("The client sends its token, host and body, and returns the JSON of the reply.")
    func request() async throws {
        let backend = try play(.init(body: .json(["met": true])))
        let sut = try client(of: backend)
        let answer = try await runBlocking { try sut.send("POST", "/v1", ["hold": "list"]) }
        #expect(answer == ["met": true])
        let entry = try #require(backend.journal.entries.first)
        #expect(entry.method == "POST")
        #expect(entry.headers["Authorization"] == "Bearer \(Self.token)")
        #expect(entry.headers["Host"] == "127.0.0.1:\(backend.port)")
        #expect(entry.headers["Content-Type"] == "application/json")
        #expect(String(decoding: entry.body.kept, as: UTF8.self) == #"{"hold":"list"}"#)
        await backend.stop()
    }

    @Test("A problem reply becomes an error with its detail, diagnostics and exit status.")
    func problem() async throws {
        let problem: JSON = [
            "title": "not playable", "status": 422, "detail": "the scenario has one error",
            "diagnostics": [
                [
                    "severity": "error", "code": "unknown-key", "file": "/a.jsonc", "line": 3, "column": 7,
                    "message": "unknown key \"repliess\"", "hint": "did you mean \"replies\"?",
                ]
            ],
        ]
        let backend = try play(.init(422, headers: ["Content-Type": "application/problem+json"], body: .json(problem)))
        let sut = try client(of: backend)
        let failure = try #require(try await failure { _ = try sut.send("POST", "/v1") })
        #expect(failure.message == "not playable")
        #expect(failure.hint == "the scenario has one error")
        #expect(failure.exitStatus == .usage)
        #expect(
            failure.diagnostics.map(\.text) == [
                "/a.jsonc:3:7: error: unknown key \"repliess\"\n  did you mean \"replies\"?"
            ]
        )
        await backend.stop()
    }

    @Test(
        "A rejection that the caller caused is a usage error, and any other is not.",
        arguments: [
            (400, RehearsalCLI.ExitStatus.usage), (404, .usage), (401, .unavailable), (409, .unavailable),
            (500, .unavailable),
        ]
    )
    func statuses(status: Int, expected: RehearsalCLI.ExitStatus) async throws {
        let backend = try play(.init(status, body: .text("oops")))
        let sut = try client(of: backend)
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.exitStatus == expected)
        #expect(failure.message == "the server replied with status \(status)")
        #expect(!failure.isConnectionLost)
        await backend.stop()
    }

    @Test("The client times out if the server does not reply.")
    func silent() async throws {
        let backend = try play(.init(hold: "never"))
        let sut = try client(of: backend, reply: .milliseconds(150))
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.message == "127.0.0.1:\(backend.port) did not answer in time")
        #expect(failure.exitStatus == .unavailable)
        #expect(!failure.isConnectionLost)
        await backend.stop()
    }

    @Test("A request with a longer time limit may take longer than the reply limit.")
    func timeLimit() async throws {
        let backend = try play(.init(body: .json([:]), delay: .milliseconds(400)))
        let sut = try client(of: backend, reply: .milliseconds(150))
        let answer = try await runBlocking { try sut.send("POST", "/v1", [:], additionalTime: .seconds(240)) }
        #expect(answer == [:])
        await backend.stop()
    }

    @Test("The error for a refused connection says that the server has ended and names the command to start one.")
    func gone() async throws {
        // The backend keeps its port, so that no server of another test can listen there.
        let backend = try Backend.start(
            Scenario("gone", endpoints: [.any("/**", replies: [.init()])], network: [.init(.refusing)])
        )
        let sut = try client(of: backend)
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.message == "no server is listening on port \(backend.port): it has stopped")
        #expect(failure.hint == "start one with: rehearsal serve")
        #expect(failure.isConnectionLost)
        #expect(!failure.isTruncated)
        await backend.stop()
    }

    @Test("The client treats a server that closes before its reply as ended.")
    func endsMeanwhile() async throws {
        let backend = try play(.init(fault: Fault(.close, at: .beforeHead)))
        let sut = try client(of: backend)
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.isConnectionLost)
        #expect(failure.isTruncated)
        await backend.stop()
    }

    @Test("The client recognizes another program that listens on the port.")
    func stranger() async throws {
        let backend = try play(.init(body: .raw([.init("SSH-2.0-OpenSSH_9.2\r\n")])))
        let sut = try client(of: backend)
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.message.contains("is not a control port"))
        await backend.stop()
    }

    @Test("A success reply without JSON is an error.")
    func otherBody() async throws {
        let backend = try play(.init(body: .text("<html>")))
        let sut = try client(of: backend)
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.message.contains("its reply is not JSON"))
        await backend.stop()
    }

    @Test("The error for an unknown host names the host.")
    func unknownHost() async throws {
        let sut = ControlClient(address: try ControlAddress("http://no-such-host.invalid:1"), token: Self.token)
        let failure = try #require(try await failure { _ = try sut.send("GET", "/v1") })
        #expect(failure.message == #"unknown host "no-such-host.invalid" in --control"#)
    }
}
