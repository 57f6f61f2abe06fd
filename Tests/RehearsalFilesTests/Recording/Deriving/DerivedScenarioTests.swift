import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("The scenario that a recording is the beginning of", .admitted)
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

    /// Everything that tells requests apart.
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

    @Test("It lints, and answers the recorded requests in their order as the recording alone does.")
    func plays() async throws {
        let sut = try DerivedSample(Self.mixed)
        #expect(sut.outcome == .written)
        #expect(sut.findings(of: sut.path) == sut.findings(of: sut.har))
        let answers = try await sut.answers()
        #expect(answers.recording.count == Self.mixed.count)
        #expect(answers.recording.allSatisfy { !$0.contains(" 501 ") })
        #expect(answers.scenario == answers.recording)
    }

    @Test("Where queries tell requests apart, one that was not recorded is not taken for another.")
    func queries() async throws {
        let sut = try DerivedSample(Self.mixed)
        for path in [sut.har, sut.path] {
            let answers = try await sut.answers(of: path, ["page=2": "page=3"])
            #expect(answers.filter { $0.contains(" 501 ") }.count == 2)
        }
    }

    @Test("A parameter that comes twice asks for no more than once, and what comes more often stands first.")
    func repeatedParameters() async throws {
        let sut = try DerivedSample([
            Self.get("/users?id=12&page=1&id=12", "[1]"), Self.get("/users?userId=12&id=12&page=1", "[2]"),
            Self.get("/users?id=12", "[3]"),
        ])
        #expect(sut.findings(of: sut.path) == [])
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("Queries that no scenario tells apart are said, and none is written.")
    func indistinguishable() throws {
        let sut = try DerivedSample([Self.get("/users?id=a1&id=a1", "[1]"), Self.get("/users?id=a1", "[2]")])
        guard case .impossible(let reason) = sut.outcome else {
            Issue.record("\(sut.outcome)")
            return
        }
        #expect(reason.contains("GET /users"))
    }

    @Test("A body that says where the backend was is the same one of a backend elsewhere.")
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

    @Test("Where two hosts share a URL, a derived scenario plays both, and redirects from one to the other end.")
    func hosts() async throws {
        let answer: Scenario.Headers = ["Location": "https://login.corp.io/", "Content-Length": "0"]
        let login = RecordingSample.exchange("GET", "https://login.corp.io/", content: #"{"name":"login"}"#)
        let sut = try DerivedSample([
            RecordingSample.exchange("GET", "https://api.corp.io/", status: 302, answer: answer, content: ""), login,
        ])
        let findings = sut.findings(of: sut.path)
        #expect(findings.count == 1)
        #expect(findings.first?.contains("https://login.corp.io below /login.corp.io") ?? false)
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

    @Test("Where a token was asked for at a URL of two hosts, refusals stay a sequence: a policy knows no hosts.")
    func tokenOfTwoHosts() async throws {
        let bearer = { (token: String) -> Scenario.Headers in ["Authorization": "Bearer \(token)"] }
        let users = "https://api.corp.io/users"
        let login = { (token: String) in
            RecordingSample.exchange("POST", "https://api.corp.io/login", content: #"{"access_token":"\#(token)"}"#)
        }
        let story = [
            login("first-token-0123456789"),
            RecordingSample.exchange("GET", users, headers: bearer("first-token-0123456789"), content: "[1]"),
            RecordingSample.exchange("GET", users, headers: bearer("first-token-0123456789"), status: 401),
            login("second-token-0123456789"),
            RecordingSample.exchange("GET", users, headers: bearer("second-token-0123456789"), content: "[2]"),
        ]
        let alone = try DerivedSample(story)
        #expect(try alone.document()["auth"] != nil)
        let sut = try DerivedSample(story + [RecordingSample.exchange("GET", "https://other.corp.io/users")])
        #expect(try sut.document()["auth"] == nil)
        #expect(try sut.text().contains("several hosts receive /users"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("An endpoint for each method and path refers to its entries, and copies no body of them.")
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

    @Test("Answers that changed are a sequence; equal ones that follow one another are one reply, the last for ever.")
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
        let told = "get-users (2 times), get-users-3, get-users-4, get-users-5 (2 times). The last one repeats."
        #expect(try sut.text().contains("// The reply changes: \(told)"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("The same recording gives the same bytes.")
    func deterministic() throws {
        let texts = try (0..<4).map { _ in try DerivedSample(Self.mixed).text() }
        #expect(Set(texts).count == 1)
    }

    @Test("Outside of a folder of recordings, the file beside is named.")
    func elsewhere() throws {
        let folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["kept/shop"])
        _ = try writer.append(Self.get("/users"))
        try writer.close()
        let sut = DerivedFile(beside: folder["kept/shop.har"])
        #expect(sut.write(.keep) == .written)
        #expect(try folder.read("kept/shop.jsonc").contains(#""shop.har/get-users""#))
        #expect(ScenarioFiles.load([sut.path]).diagnostics.isEmpty)
    }

    @Test("A recording whose entries have no names is told how it gets them.")
    func nameless() throws {
        let recording = try #require(HARFixture.read(HARFixture.document(HARFixture.entry())).recording)
        let error = #expect(throws: DerivedScenario.Impossible.self) {
            _ = try DerivedScenario(recording, har: "Recordings/a.har")
        }
        #expect(error?.description.contains("rehearsal inspect --normalize Recordings/a.har") == true)
    }
}
