import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("A scenario derived from a recording", .limitedConcurrency)
struct DerivedScenarioTests {
    private static func get(_ target: String, _ content: String = "[]", status: Int = 200) -> RecordedExchange {
        RecordingSample.exchange("GET", "https://api.corp.io\(target)", status: status, content: content)
    }

    private static func post(_ target: String, _ body: String, _ content: String) -> RecordedExchange {
        RecordingSample.exchange(
            "POST",
            "https://api.corp.io\(target)",
            headers: ["Content-Type": "application/json"],
            body: body,
            content: content
        )
    }

    /// Requests that differ in method, path, query, body or host.
    static let mixed: [RecordedExchange] = [
        get("/users", "[1]"), get("/users?page=2", "[2]"), get("/users?page=2&limit=5", "[3]"),
        get("/users?tag=a&tag=b", "[4]"), get("/users?tag=b&tag=c", "[5]"), get("/users", "[1]"), get("/users", "[6]"),
        RecordingSample.exchange("HEAD", "https://api.corp.io/users", status: 204, content: ""),
        post("/graphql", #"{"q":"a"}"#, "[7]"), post("/graphql", #"{"q":"b"}"#, "[8]"), post("/graphql", "", "[9]"),
        get("/files/%7Ba%7D%20b/*", "[10]"), get("/users/", "[11]"),
        RecordingSample.exchange("PURGE", "https://api.corp.io/users", content: "[12]"),
        get("/users?token=planted-secret-4711", "[13]"), get("/"),
        RecordingSample.exchange("GET", "https://other.corp.io/users", content: "[14]"),
        get("/gone", "{}", status: 410),
    ]

    @Test("The scenario has the findings of its recording, and answers the recorded requests alike.")
    func plays() async throws {
        let sut = try DerivedSample(Self.mixed)
        #expect(sut.outcome == .written)
        #expect(sut.findings(of: sut.path) == sut.findings(of: sut.har))
        let answers = try await sut.answers()
        #expect(answers.recording.count == Self.mixed.count)
        #expect(answers.recording.allSatisfy { !$0.contains(" 501 ") })
        #expect(answers.scenario == answers.recording)
    }

    @Test("A query that was not recorded matches no endpoint that is selected by its query.")
    func queries() async throws {
        let sut = try DerivedSample(Self.mixed)
        for path in [sut.har, sut.path] {
            let answers = try await sut.answers(of: path, ["page=2": "page=3"])
            #expect(answers.filter { $0.contains(" 501 ") }.count == 2)
        }
    }

    @Test("Requests with repeated parameters get the same replies from the scenario as from the recording.")
    func repeatedParameters() async throws {
        let sut = try DerivedSample([
            Self.get("/users?id=12&page=1&id=12", "[1]"), Self.get("/users?userId=12&id=12&page=1", "[2]"),
            Self.get("/users?id=12", "[3]"),
        ])
        #expect(sut.findings(of: sut.path) == [])
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("No scenario is written for queries that conditions cannot distinguish, and the reason names them.")
    func indistinguishable() throws {
        let sut = try DerivedSample([Self.get("/users?id=a1&id=a1", "[1]"), Self.get("/users?id=a1", "[2]")])
        guard case .impossible(let reason) = sut.outcome else {
            Issue.record("\(sut.outcome)")
            return
        }
        #expect(reason.contains("GET /users"))
    }

    @Test("A request body with the origin of the recorded host also matches with the origin of the backend.")
    func origins() async throws {
        let bodies = ["/queues/a", "/queues/b"].map { #"{"queue":"https://api.corp.io\#($0)"}"# }
        let sut = try DerivedSample(bodies.enumerated().map { Self.post("/", $1, "[\($0)]") })
        #expect(sut.findings(of: sut.path) == [])
        for path in [sut.har, sut.path] {
            let answers = try await sut.answers(of: path, ["https://api.corp.io": "http://127.0.0.1:8080"])
            #expect(answers.map { $0.suffix(3) } == ["[0]", "[1]"])
            let others = try await sut.answers(of: path, ["/queues/": "/others/"])
            #expect(others.allSatisfy { $0.contains(" 501 ") })
        }
    }

    @Test("A scenario serves two hosts that share a path, and rewrites redirects between them.")
    func hosts() async throws {
        let answer: Scenario.Headers = ["Location": "https://login.corp.io/", "Content-Length": "0"]
        let login = RecordingSample.exchange("GET", "https://login.corp.io/", content: #"{"name":"login"}"#)
        let sut = try DerivedSample([
            RecordingSample.exchange("GET", "https://api.corp.io/", status: 302, answer: answer, content: ""), login,
        ])
        let findings = sut.findings(of: sut.path)
        #expect(findings.count == 1)
        #expect(findings.first?.contains("https://login.corp.io answers below /login.corp.io") ?? false)
        #expect(try sut.endpoints() == ["GET / 1", "GET / 1", "GET /login.corp.io/ 1"])
        #expect(try sut.text().contains("Recorded at https://login.corp.io."))
        let scenario = try #require(ScenarioFiles.load([sut.path]).scenario)
        let backend = try Backend.start(scenario)
        for (target, host, expected) in [
            ("/", "a", "Location: http://127.0.0.1:\(backend.port)/login.corp.io/\r\n"),
            ("/login.corp.io/", "a", #"{"name":"login"}"#), ("/", "login.corp.io", #"{"name":"login"}"#),
        ] {
            let client = try await RawClient(port: backend.port)
            _ = await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            let response = try #require(await client.response())
            #expect("\(response.head)\r\n\(response.text)".contains(expected))
        }
        await backend.stop()
    }

    @Test("A 401 for a path of two hosts stays a sequence, because a policy does not distinguish hosts.")
    func tokenOfTwoHosts() async throws {
        let bearer = { (token: String) -> Scenario.Headers in ["Authorization": "Bearer \(token)"] }
        let users = "https://api.corp.io/users"
        let login = { (token: String) in
            RecordingSample.exchange("POST", "https://api.corp.io/login", content: #"{"access_token":"\#(token)"}"#)
        }
        let exchanges = [
            login("first-token-0123456789"),
            RecordingSample.exchange("GET", users, headers: bearer("first-token-0123456789"), content: "[1]"),
            RecordingSample.exchange("GET", users, headers: bearer("first-token-0123456789"), status: 401),
            login("second-token-0123456789"),
            RecordingSample.exchange("GET", users, headers: bearer("second-token-0123456789"), content: "[2]"),
        ]
        let alone = try DerivedSample(exchanges)
        #expect(try alone.document()["auth"] != nil)
        let sut = try DerivedSample(exchanges + [RecordingSample.exchange("GET", "https://other.corp.io/users")])
        #expect(try sut.document()["auth"] == nil)
        #expect(try sut.text().contains("several hosts receive /users"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("Each method and path becomes an endpoint that refers to its entries without copying bodies.")
    func endpoints() throws {
        let sut = try DerivedSample([Self.get("/users", #"[{"name":"Ada"}]"#), Self.get("/spots")])
        #expect(try sut.endpoints() == ["GET /users 1", "GET /spots 1"])
        let document = try sut.document()
        #expect(
            document["endpoints"] == [
                ["get": "/users", "replies": [["recording": "shop/get-users"]]],
                ["get": "/spots", "replies": [["recording": "shop/get-spots"]]],
            ]
        )
        #expect(try !sut.text().contains("Ada"))
    }

    @Test("Changed replies become a sequence, in which equal neighbors are one reply and the last one repeats.")
    func sequences() async throws {
        let bodies = ["[]", "[]", "[1]", "[]", "[2]", "[2]"]
        let sut = try DerivedSample(bodies.map { Self.get("/users", $0) })
        let endpoints = try #require(try sut.document()["endpoints"])
        #expect(
            endpoints == [
                [
                    "get": "/users",
                    "replies": [
                        ["recording": "shop/get-users", "times": 2], ["recording": "shop/get-users-3"],
                        ["recording": "shop/get-users-4"], ["recording": "shop/get-users-5"],
                    ],
                ]
            ]
        )
        let sequence = "get-users (2 times), get-users-3, get-users-4, get-users-5 (2 times). The last one repeats."
        #expect(try sut.text().contains("// The reply changes: \(sequence)"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("Deriving from the same recording always gives the same text.")
    func deterministic() throws {
        let texts = try (0..<4).map { _ in try DerivedSample(Self.mixed).text() }
        #expect(Set(texts).count == 1)
    }

    @Test("A scenario outside of a folder `Recordings` refers to the file beside it by its name.")
    func elsewhere() throws {
        let folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["kept/shop"])
        _ = try writer.append(Self.get("/users"))
        try writer.close()
        let sut = DerivedFile(beside: folder["kept/shop.har"])
        #expect(sut.update(.keep) == .written)
        #expect(try folder.read("kept/shop.jsonc").contains(#""shop.har/get-users""#))
        #expect(ScenarioFiles.load([sut.path]).diagnostics.isEmpty)
    }

    @Test("An entry without a name is an error that suggests `inspect --normalize`.")
    func nameless() throws {
        let recording = try #require(HARFixture.read(HARFixture.document(HARFixture.entry())).recording)
        let error = #expect(throws: DerivedScenario.DerivationError.self) {
            _ = try DerivedScenario(recording, har: "Recordings/a.har")
        }
        #expect(error?.description.contains("rehearsal inspect --normalize Recordings/a.har") == true)
    }
}
