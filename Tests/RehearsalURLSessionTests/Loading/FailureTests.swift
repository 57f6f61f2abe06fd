import Foundation
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Failures of the backend", .limitedConcurrency)
struct FailureTests {
    private func backend(_ reply: Scenario.Reply) throws -> Backend {
        try Backend.start(Scenario("s", endpoints: [.any("/**", replies: [reply])]))
    }

    @Test("A reset results in a lost connection to the original host.")
    func reset() async throws {
        let sut = App(try backend(.init(fault: Fault(.reset, at: .beforeHead))))
        let error = await #expect(throws: URLError.self) { _ = try await sut.get("/a") }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.failingURL?.absoluteString == "https://api.example.com/a")
    }

    @Test("A backend that refuses connections results in an error for the original host.")
    func refusing() async throws {
        // The backend keeps its port: after a stop, the system could give the port to another test.
        let sut = App(try Backend.start(Scenario("s", endpoints: [], network: [.init(.refusing)])))
        let error = await #expect(throws: URLError.self) { _ = try await sut.get("/a") }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.failingURL?.host == "api.example.com")
    }

    @Test("The timeout of the app's request applies.")
    func timeout() async throws {
        let sut = App(try backend(.init(hold: "never")))
        let request = try App.request("/a", timeout: 1)
        let error = await #expect(throws: URLError.self) { _ = try await sut.send(request) }
        #expect(error?.code == .timedOut)
    }

    @Test("A cancelled task ends its request and fails with the usual error.")
    func cancelled() async throws {
        let backend = try backend(.init(hold: "list"))
        let sut = App(backend)
        let task = Task { try await sut.get("/a") }
        try await backend.wait(for: .get("/a"), within: .seconds(300))
        task.cancel()
        let error = await #expect(throws: URLError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
        // Earlier than the timeout of the request, which would end it too.
        #expect(await backend.settled(within: .seconds(240)))
        #expect(backend.journal.entries.map(\.end) == [.closedByClient])
    }

    @Test("A delegate receives the error of its task.")
    func delegate() async throws {
        let delegate = RecordingDelegate()
        let sut = App(try backend(.init(fault: Fault(.reset, at: .beforeHead))), delegate: delegate)
        sut.session.dataTask(with: try App.request("/a")).resume()
        #expect(await delegate.outcome?.code == .networkConnectionLost)
    }

    @Test("A suspended task receives its reply after it resumes.")
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

    @Test("Many cancelled tasks all fail, and the session continues.")
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
