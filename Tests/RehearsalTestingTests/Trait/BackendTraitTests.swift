import Foundation
import RehearsalTestSupport
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    static let greeting = Scenario("greeting", endpoints: [.get("/hello", replies: [.init(body: .text("world"))])])
    static let refusal = Scenario("refusal", endpoints: [.get("/hello", replies: [.init(403)])])
    /// Yields a finding in every test that plays it.
    static let demanding = Scenario("demanding", endpoints: [], expect: [.requests(.get("/never"))])
}

/// Sends one request on a connection of its own.
func status(of path: String, at backend: Backend) async throws -> Int? {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (_, response) = try await session.data(from: backend.baseURL.appending(path: path))
    return (response as? HTTPURLResponse)?.statusCode
}

@Suite("A test with a backend", .limitedConcurrency, .backend(.greeting))
struct BackendTraitTests {
    @Test("A test has the backend of its suite.")
    func suite() async throws {
        let sut = try Backend.current
        #expect(try await status(of: "hello", at: sut) == 200)
        #expect(try sut.journal.requests(.get("/hello")).map(\.status) == [200])
    }

    @Test("Each case of a parametrised test has a fresh backend.", arguments: 0..<5)
    func fresh(_ index: Int) async throws {
        let sut = try Backend.current
        #expect(sut.journal.count == 0)
        #expect(try await status(of: "hello", at: sut) == 200)
        #expect(sut.journal.count == 1)
    }

    @Test("The trait of a test replaces that of its suite.", .backend(.refusal))
    func own() async throws {
        let sut = try Backend.current
        #expect(try await status(of: "hello", at: sut) == 403)
    }

    @Test(
        "A test can have several named backends besides the unnamed one.",
        .backend(.refusal, as: "payments"),
        .backend(.greeting, as: "users")
    )
    func several() async throws {
        let (payments, users) = (try Backend.named("payments"), try Backend.named("users"))
        #expect(try await status(of: "hello", at: payments) == 403)
        #expect(try await status(of: "hello", at: users) == 200)
        let ports = [try Backend.current.port, payments.port, users.port]
        #expect(Set(ports).count == 3)
        let error = #expect(throws: Backend.NoBackend.self) { try Backend.named("orders") }
        #expect(error?.description.contains("\"payments\"") == true)
    }

    @Test("A task of the test finds the backend, and a detached one gets an error with the reason.")
    func tasks() async throws {
        let port = try Backend.current.port
        #expect(try await Task { try Backend.current.port }.value == port)
        let error = await #expect(throws: Backend.NoBackend.self) {
            try await Task.detached { try Backend.current.port }.value
        }
        #expect(error?.description.contains(".backend(") == true)
    }

    @Suite("A suite with its own trait", .backend(.refusal))
    struct Inner {
        @Test("A test has the backend of the nearest suite.")
        func nearest() async throws {
            let sut = try Backend.current
            #expect(try await status(of: "hello", at: sut) == 403)
        }
    }
}

@Suite("A test that replaces the backend of its suite", .limitedConcurrency, .backend(.demanding))
struct ReplacedBackendTests {
    @Test("A test is not judged by the replaced backend.", .backend(.greeting))
    func replaced() async throws {
        let sut = try Backend.current
        #expect(try await status(of: "hello", at: sut) == 200)
    }
}

@Suite(
    "A test with several named backends only",
    .limitedConcurrency,
    .backend(.greeting, as: "a"),
    .backend(.refusal, as: "b")
)
struct NamedBackendTests {
    @Test("A test with named backends only must name the one it uses.")
    func ambiguous() throws {
        let error = #expect(throws: Backend.NoBackend.self) { try Backend.current }
        #expect(error?.description.contains("Backend.named(\"a\"), Backend.named(\"b\")") == true)
    }
}

@Suite("Five hundred cases", .limitedConcurrency, .backend(.greeting))
struct ManyBackendsTests {
    @Test("Each case has its own backend and its own reply.", arguments: 0..<500)
    func each(_ index: Int) async throws {
        let sut = try Backend.current
        // URLSession on Linux can miss a reply on a busy machine, and then waits for its timeout of a minute.
        #expect(try await RawClient(port: sut.port).get("/hello")?.text == "world")
        #expect(sut.journal.count == 1)
    }
}
