import Foundation
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("What goes wrong at the backend", .admitted)
struct FailureTests {
    private func backend(_ reply: Scenario.Reply) throws -> Backend {
        try Backend.start(Scenario("s", endpoints: [.any("/**", replies: [reply])]))
    }

    @Test("A reset is a lost connection to the original host.")
    func reset() async throws {
        let sut = App(try backend(.init(fault: Fault(.reset, at: .beforeHead))))
        let error = await #expect(throws: URLError.self) { _ = try await sut.get("/a") }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.failingURL?.absoluteString == "https://api.example.com/a")
    }

    @Test("A backend that refuses connections is a host that cannot be connected to.")
    func refusing() async throws {
        // The backend keeps its port: after a stop, the system could give the port to another test.
        let sut = App(try Backend.start(Scenario("s", endpoints: [], network: [.init(.refusing)])))
        let error = await #expect(throws: URLError.self) { _ = try await sut.get("/a") }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.failingURL?.host == "api.example.com")
    }

    @Test("The time that the app gives a request counts.")
    func timeout() async throws {
        let sut = App(try backend(.init(hold: "never")))
        let request = try App.request("/a", timeout: 1)
        let error = await #expect(throws: URLError.self) { _ = try await sut.send(request) }
        #expect(error?.code == .timedOut)
    }

    @Test("A cancelled task ends its request, and says so as it always does.")
    func cancelled() async throws {
        let backend = try backend(.init(hold: "list"))
        let sut = App(backend)
        let task = Task { try await sut.get("/a") }
        try await backend.wait(for: .get("/a"), within: .seconds(300))
        task.cancel()
        let error = await #expect(throws: URLError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
        // Before the time that the request has is up, which would end it too.
        #expect(await backend.settled(within: .seconds(240)))
        #expect(backend.journal.entries.map(\.end) == [.closedByClient])
    }

    @Test("A delegate is told of an error, and what came before it.")
    func delegate() async throws {
        let delegate = RecordingDelegate()
        let sut = App(try backend(.init(fault: Fault(.reset, at: .beforeHead))), delegate: delegate)
        sut.session.dataTask(with: try App.request("/a")).resume()
        #expect(await delegate.outcome?.code == .networkConnectionLost)
    }

    @Test("A task that the app suspends hears of its reply when it goes on.")
    func suspended() async throws {
        let backend = try backend(.init(body: .text("x"), hold: "list"))
        let delegate = RecordingDelegate()
        let sut = App(backend, delegate: delegate)
        let task = sut.session.dataTask(with: try App.request("/a"))
        task.resume()
        try await backend.wait(for: .get("/a"), within: .seconds(300))
        task.suspend()
        try backend.release("list")
        await backend.journal.settled()
        task.resume()
        #expect(await delegate.outcome?.text == "x")
    }

    @Test("Many that are cancelled while they wait all end so, and the session goes on.")
    func manyCancelled() async throws {
        let backend = try backend(.init(body: .text("x"), hold: "list"))
        let sut = App(backend) { $0.httpMaximumConnectionsPerHost = 20 }
        let tasks = (0..<20).map { number in Task { try await sut.get("/\(number)") } }
        try await backend.wait(for: .get("/**"), count: 20, within: .seconds(300))
        for task in tasks { task.cancel() }
        for task in tasks {
            let error = await #expect(throws: URLError.self) { _ = try await task.value }
            #expect(error?.code == .cancelled)
        }
        #expect(await backend.settled(within: .seconds(240)))
        #expect(backend.journal.entries.map(\.end) == [Journal.End?](repeating: .closedByClient, count: 20))
        try backend.release("list")
        #expect(try await sut.get("/again").text == "x")
    }
}
