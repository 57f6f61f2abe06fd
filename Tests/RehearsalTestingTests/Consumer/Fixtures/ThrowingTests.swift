import Foundation
import RehearsalTesting
import RehearsalXCTest
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class ThrowingTests: XCTestCase {
    override func setUp() async throws {
        try XCTSkipUnless(FixtureRun.isRequested, "ConsumerTests runs it in a process of its own")
    }

    func testItMakesARequestThatNothingAnswers() async throws {
        let scenario = Scenario("empty", endpoints: [.get("/items", replies: [.init()])])
        try await withBackend(scenario) { backend in
            let url = backend.baseURL.appending(path: "itmes")
            _ = try await URLSession(configuration: .ephemeral).data(from: url)
        }
    }

    func testItLeavesARequiredReplyUnused() async throws {
        let backend = try Backend.start(
            Scenario("demanding", endpoints: [.get("/items", replies: [.init(required: true)])])
        )
        try await backend.finish()
    }

    func testItLeavesItToTheTestCase() async throws {
        let scenario = Scenario("empty", endpoints: [.get("/items", replies: [.init()])])
        let backend = try startBackend(scenario)
        _ = try await URLSession(configuration: .ephemeral).data(from: backend.baseURL.appending(path: "itmes"))
    }

    func testItForgetsToFinish() async throws {
        let backend = try Backend.start(Scenario("forgotten", endpoints: [.get("/items", replies: [.init()])]))
        _ = try await URLSession(configuration: .ephemeral).data(from: backend.baseURL.appending(path: "itmes"))
    }

    func testItDoesAsItHasTo() async throws {
        let scenario = Scenario("empty", endpoints: [.get("/items", replies: [.init()])])
        try await withBackend(scenario) { backend in
            _ = try await URLSession(configuration: .ephemeral).data(from: backend.baseURL.appending(path: "items"))
        }
    }
}
