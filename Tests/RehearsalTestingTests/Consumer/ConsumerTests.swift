import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

/// The tests of `Fixtures` use this package as a consumer does: the public API of one product, without package access.
@Suite("Tests of a package that uses this one", .limitedConcurrency)
struct ConsumerTests {
    @Test("Findings fail a consumer's tests in Swift Testing, and tests without findings pass.")
    func swiftTesting() async throws {
        let (end, output) = try await FixtureProcess.run(.swiftTesting)
        #expect(end == .exited(1))
        expect(
            [
                "\"A test can use the backend of its trait.\" passed",
                "\"A 503 is retried after the delay the server asked for.\" passed",
                "\"A request that no endpoint answers fails its test.\" recorded an issue at IssueTests.swift:17",
                "GET /itmes: unexpected: no endpoint answers it; nearest: get /items",
                "\"An unused required reply fails its test.\" recorded an issue at IssueTests.swift:23",
                "get /items: unused: reply 1 of 2 (503) is required but was never sent; the endpoint received 0 requests",
                "the scenario \"no/such\" (.jsonc, .json or .har) was not found",
                "STAT-04/items/500: expected a failure with status 500, got value(",
                "this test has two backends without a name; name them apart: .backend(…, as: \"payments\")",
                "\"A backend that is never finished fails its test.\" recorded an issue at IssueTests.swift:33",
                "the backend of \"empty\" was never finished; call: try await backend.finish()",
                "the query \"get items\" is not valid: a path must begin with \"/\", as in \"/items\"",
                "the test threw an error; the last requests to \"empty\":",
                "GET /items → 200, completed",
                "\"A test that passes writes the recording.\" passed",
                "recorded 1 exchange with http://127.0.0.1:",
                "/Recordings/passed.har, 0 values redacted; the next run plays this file",
                "/Recordings/failed.har was not written, because the test has failed",
                "Test run with 11 tests in 5 suites failed",
            ],
            in: output
        )
    }

    @Test("Findings fail a consumer's tests in XCTest, and tests without findings pass.")
    func xcTest() async throws {
        let (end, output) = try await FixtureProcess.run(.xcTest)
        #expect(end == .exited(1))
        expect(
            [
                "ThrowingTests.testItMakesARequestThatNothingAnswers : threw error \"GET /itmes: unexpected",
                "ThrowingTests.testItLeavesARequiredReplyUnused : threw error \"get /items: unused: its reply (200)",
                "ThrowingTests.swift:32: error: ThrowingTests.testItLeavesItToTheTestCase",
                "GET /itmes: unexpected: no endpoint answers it",
                "ConsumerFixtures/ThrowingTests.swift:37: error: the backend of \"forgotten\" was never finished",
                "Executed 5 tests, with 3 failures",
            ],
            in: output
        )
    }

    @Test("The fixture with the example equals the README's example.")
    func example() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/ExampleTests.swift")
        #expect(try String(contentsOf: file, encoding: .utf8) == ConsumerPackage.example())
    }

    @Test("A package that depends on this one by its path finds the product.")
    func manifest() async throws {
        let (end, output) = try await ConsumerPackage("findings").dependencies()
        #expect(end == .exited(0), "\(output)")
    }

    private func expect(_ parts: [String], in output: String) {
        // Joined, because XCTest and Swift Testing break lines at different places.
        let text = output.replacing("\n", with: " ")
        for part in parts where !text.contains(part) {
            Issue.record("\(part) is missing in:\n\(output.suffix(6_000))")
        }
    }
}
