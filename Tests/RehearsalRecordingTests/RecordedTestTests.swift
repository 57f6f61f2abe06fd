import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalBackend
@testable import RehearsalRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A test that records a real backend", .limitedConcurrency)
struct RecordedTestTests {
    /// The real backend, whose list has a secret in the query of its request and another in its reply.
    private static let upstream = Scenario(
        "upstream",
        endpoints: [
            .get(
                "/orders",
                replies: [.init(body: .json([["id": 7, "access_token": "kX9mQ2vL7pR4tW8zN3bY6cD1fG5hJ0sA"]]))]
            ),
            .post("/orders", replies: [.init(201, body: .json(["id": 8]))]),
            .get("/missing", replies: [.init(404)]),
        ]
    )

    /// A package with a test, and the files that it records.
    private struct Consumer {
        let folder: ScratchFolder
        let file = "p/Recordings/orders.har"

        init() throws { folder = try ScratchFolder(["p/Package.swift": "", "p/Tests/My.swift": ""]) }

        func start(_ upstream: String, environment: [String: String] = [:]) throws -> Backend {
            let named = NamedRecording(
                name: "orders",
                upstream: upstream,
                testFile: folder["p/Tests/My.swift"],
                environment: { environment[$0] }
            )
            let location = SourceLocation(fileID: "T/My.swift", filePath: "My.swift", line: 1, column: 1)
            return try Backend.start(named, options: Backend.Options(), at: location)
        }

        /// The files and folders of the package.
        var names: [String] {
            get throws { try FileManager.default.subpathsOfDirectory(atPath: folder["p"]).sorted() }
        }
    }

    /// Sends a request, and returns the status and the body of the reply.
    private func send(_ method: String, _ path: String, to backend: Backend) async throws -> (Int?, String) {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        var request = URLRequest(url: try #require(URL(string: "\(backend.baseURL)\(path)")))
        request.httpMethod = method
        if method == "POST" { request.httpBody = Data(#"{"item":"chair"}"#.utf8) }
        let (data, response) = try await session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
    }

    /// Ends the run of a backend, whose warning is the only issue.
    private func finish(_ backend: Backend, expecting text: String) async throws {
        try await withKnownIssue {
            try await backend.finish()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(text) }
        }
    }

    @Test("The first run forwards the requests and records them, and the second run needs no real backend.")
    func firstAndSecond() async throws {
        let upstream = try Backend.start(Self.upstream)
        let consumer = try Consumer()
        let recorder = try consumer.start(upstream.origin)
        let first = try await [
            send("GET", "/orders?api_key=kX9mQ2vL7pR4tW8zN3bY6cD1fG5hJ0sB", to: recorder),
            send("POST", "/orders", to: recorder), send("GET", "/missing", to: recorder),
        ]
        #expect(first.map(\.0) == [200, 201, 404])
        #expect(recorder.journal.entries.map(\.path) == ["/orders", "/orders", "/missing"])
        try await finish(recorder, expecting: "recorded 3 exchanges with \(upstream.baseURL)")
        #expect(upstream.journal.entries.map(\.body.text) == ["", #"{"item":"chair"}"#, ""])
        try await upstream.finish()

        Self.forget(consumer)
        let player = try consumer.start(upstream.origin, environment: ["CI": "true"])
        let second = try await [
            send("GET", "/orders?api_key=kX9mQ2vL7pR4tW8zN3bY6cD1fG5hJ0sB", to: player),
            send("POST", "/orders", to: player), send("GET", "/missing", to: player),
        ]
        #expect(second.map(\.0) == [200, 201, 404])
        #expect(second[1].1 == first[1].1)
        try await player.finish()
    }

    @Test("Secrets in a request and in a reply are not written.")
    func secrets() async throws {
        let upstream = try Backend.start(Self.upstream)
        let consumer = try Consumer()
        let recorder = try consumer.start(upstream.origin)
        let (_, body) = try await send("GET", "/orders?api_key=kX9mQ2vL7pR4tW8zN3bY6cD1fG5hJ0sB", to: recorder)
        #expect(body.contains("kX9mQ2vL7pR4tW8zN3bY6cD1fG5hJ0sA"))
        try await finish(recorder, expecting: "2 values redacted")
        try await upstream.finish()
        let files = try consumer.names.filter { $0.hasPrefix("Recordings/") && $0.contains(".") }
        #expect(files.contains("Recordings/orders.har"))
        for file in files {
            let text = try consumer.folder.read("p/\(file)")
            #expect(!text.contains("kX9mQ2vL7pR4tW8zN3bY6cD1fG5hJ0s"), "\(file)")
        }
    }

    @Test("A test that fails writes nothing, and neither does one that ends before finish.")
    func failed() async throws {
        let upstream = try Backend.start(Self.upstream)
        let consumer = try Consumer()
        var recorder = try consumer.start(upstream.origin)
        _ = try await send("GET", "/orders", to: recorder)
        await withKnownIssue {
            _ = await recorder.endRun(hasFailed: true)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("was not written, because the test has failed") }
        }
        recorder = try consumer.start(upstream.origin)
        _ = try await send("GET", "/orders", to: recorder)
        recorder = try Backend.start(Scenario("other", endpoints: []))
        #expect(try consumer.names == ["Package.swift", "Tests", "Tests/My.swift"])
        try await recorder.finish()
        try await upstream.finish()
    }

    @Test("With rewrite, a recording is replaced, and its old entries are gone.")
    func rewrite() async throws {
        let upstream = try Backend.start(Self.upstream)
        let consumer = try Consumer()
        var recorder = try consumer.start(upstream.origin)
        _ = try await send("GET", "/orders", to: recorder)
        try await finish(recorder, expecting: "recorded 1 exchange ")
        Self.forget(consumer)
        recorder = try consumer.start(upstream.origin, environment: ["REHEARSAL_RECORD": "rewrite"])
        _ = try await send("GET", "/missing", to: recorder)
        try await finish(recorder, expecting: "recorded 1 exchange ")
        try await upstream.finish()
        let har = try consumer.folder.read(consumer.file)
        #expect(har.contains("/missing"))
        #expect(!har.contains("/orders"))
    }

    @Test("Two tests of a process that name one recording both add to it.")
    func shared() async throws {
        let upstream = try Backend.start(Self.upstream)
        let consumer = try Consumer()
        for path in ["/orders", "/missing"] {
            let recorder = try consumer.start(upstream.origin)
            _ = try await send("GET", path, to: recorder)
            try await finish(recorder, expecting: "recorded 1 exchange ")
        }
        try await upstream.finish()
        let har = try consumer.folder.read(consumer.file)
        #expect(har.contains("/missing"))
        #expect(har.contains("/orders"))
    }

    @Test("A real backend that refuses connections is answered with 502, and recorded as refused.")
    func refused() async throws {
        let upstream = try Backend.start(Scenario("down", endpoints: [], network: [.init(.refusing)]))
        let consumer = try Consumer()
        let recorder = try consumer.start(upstream.origin)
        let (status, body) = try await send("GET", "/orders", to: recorder)
        #expect(status == 502)
        #expect(body.contains("upstream-refused"))
        try await finish(recorder, expecting: "recorded 1 exchange ")
        #expect(try consumer.folder.read(consumer.file).contains("refused"))
        try await upstream.finish()
    }

    @Test("A URL with a path is rejected with the part that belongs to the client.")
    func path() throws {
        let consumer = try Consumer()
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) {
            try consumer.start("http://127.0.0.1:1/api")
        }
        let text = error?.description ?? ""
        #expect(text.contains("of: takes a URL without a path, found \"http://127.0.0.1:1/api\""))
        #expect(text.contains("; pass http://127.0.0.1:1, and put /api into the base URL of the client"))
    }

    /// Lets this process play the recording of a consumer, as a second run of its tests would.
    private static func forget(_ consumer: Consumer) { RecordingRun.forget(consumer.folder[consumer.file]) }
}
