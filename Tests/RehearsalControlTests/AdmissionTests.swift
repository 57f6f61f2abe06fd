import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Access to the control API", .limitedConcurrency)
struct AdmissionTests {
    private static let scenario: JSON = ["endpoints": [["get": "/", "replies": [[:]]]]]

    @Test("The API rejects requests from other origins and with other host names.")
    func pages() async throws {
        let sut = try ControlCase()
        let port = sut.control.port
        func status(host: String? = nil, origin: String? = nil) async throws -> Int {
            try await sut.ask("GET", "/v1", host: host, headers: origin.map { "Origin: \($0)\r\n" } ?? "").status
        }
        #expect(try await status() == 200)
        #expect(try await status(host: "localhost:\(port)") == 200)
        #expect(try await status(host: "[::1]:\(port)") == 200)
        #expect(try await status(host: "evil.example:\(port)") == 403)
        #expect(try await status(host: "127.0.0.1:1") == 403)
        #expect(try await status(host: "127.0.0.1.evil.example:\(port)") == 403)
        #expect(try await status(origin: "http://127.0.0.1:\(port)") == 200)
        #expect(try await status(origin: "http://evil.example") == 403)
        #expect(try await status(origin: "null") == 403)
        #expect(try await status(origin: "http://127.0.0.1:1") == 403)
    }

    @Test("The key of a session and the token of the server both give access to the session.")
    func keys() async throws {
        let sut = try ControlCase()
        func make(_ name: String) async throws -> String {
            let made = try await sut.ask(
                "POST",
                "/v1/sessions",
                ["name": .string(name), "scenario": Self.scenario]
            )
            guard case .string(let key)? = made.json["key"] else { return "" }
            return key
        }
        let (mine, yours) = (try await make("mine"), try await make("yours"))
        #expect(mine.utf8.count == 32)
        #expect(mine != yours)
        for (method, path) in [("GET", ""), ("POST", "/reset"), ("GET", "/journal"), ("GET", "/findings")] {
            func status(_ token: String?) async throws -> Int {
                try await sut.ask(method, "/v1/sessions/mine\(path)", token: token).status
            }
            #expect(try await status(mine) == 200)
            #expect(try await status(sut.control.token) == 200)
            #expect(try await status(yours) == 403)
            #expect(try await status(nil) == 401)
            #expect(try await status("guess") == 403)
        }
        #expect(try await sut.ask("DELETE", "/v1/sessions/mine", token: yours).status == 403)
        #expect(try await sut.ask("POST", "/v1/stop", token: mine).status == 401)
        #expect(try await sut.ask("DELETE", "/v1/sessions/mine", token: mine).status == 204)
    }

    @Test("The API rejects every request without a valid token.", arguments: [nil, "guess"] as [String?])
    func tokens(_ token: String?) async throws {
        let sut = try ControlCase()
        let calls: [(String, String, JSON?)] = [
            ("GET", "/v1", nil), ("GET", "/openapi.json", nil), ("GET", "/v1/sessions", nil),
            ("GET", "/v1/sessions/main", nil), ("GET", "/v1/sessions/main/journal", nil),
            ("GET", "/v1/sessions/main/findings", nil), ("POST", "/v1/sessions/main/reset", nil),
            ("POST", "/v1/sessions/main/play", ["scenario": Self.scenario]),
            ("POST", "/v1/sessions", ["scenario": Self.scenario, "port": 0]), ("POST", "/v1/stop", nil),
        ]
        for (method, path, body) in calls {
            let answer = try await sut.ask(method, path, body, token: token)
            #expect(answer.status == 401, "\(method) \(path)")
            #expect(answer.head.contains("WWW-Authenticate: Bearer"))
        }
        #expect(sut.control.sessions.count == 1)
        #expect(sut.front.runCount == 0)
    }

    @Test("The API accepts only the configured token with the scheme Bearer.")
    func scheme() async throws {
        let sut = try ControlCase { $0.token = "secret" }
        #expect(try await sut.ask("GET", "/v1", token: "secrets").status == 401)
        #expect(try await sut.ask("GET", "/v1", token: nil, headers: "Authorization: Basic secret\r\n").status == 401)
        #expect(try await sut.ask("GET", "/v1", token: "secret").status == 200)
        #expect(try await sut.ask("GET", "/openapi.json", token: "secret").status == 200)
    }

    @Test("The key of a session gives access to the API description, but not to other sessions.")
    func key() async throws {
        let sut = try ControlCase()
        let made = try await sut.ask("POST", "/v1/sessions", ["name": "mine", "scenario": Self.scenario])
        guard case .string(let key)? = made.json["key"] else {
            Issue.record("no key")
            return
        }
        #expect(try await sut.ask("GET", "/openapi.json", token: key).status == 200)
        #expect(try await sut.ask("GET", "/v1/sessions", token: key).status == 401)
        #expect(try await sut.ask("POST", "/v1/sessions", ["scenario": Self.scenario], token: key).status == 401)
    }
}
