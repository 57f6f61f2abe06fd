import Foundation
import RehearsalTestSupport
import Testing

@Suite("A package that uses this one")
struct ConsumerTests {
    @Test(
        "Findings fail its tests, in Swift Testing and in XCTest; without any they pass, as the README's example does."
    )
    func findings() async throws {
        let sut = try ConsumerPackage(
            "findings",
            fixtures: ["ReservationClient", "PlainTests", "IssueTests", "ThrowingTests", "ContractTests"]
        )
        let (end, output) = try await sut.test()
        #expect(end == .exited(1))
        // Joined, because XCTest and Swift Testing break lines at different places.
        let text = output.replacing("\n", with: " ")
        let expected = [
            "\"A backend is there for a test to ask.\" passed",
            "\"A 503 is retried after the delay the server asked for.\" passed",
            "\"It makes a request that nothing answers.\" recorded an issue at IssueTests.swift:17",
            "GET /itmes: unexpected: no endpoint answers it; nearest: get /items",
            "\"It leaves a required reply unused.\" recorded an issue at IssueTests.swift:23",
            "get /items: unused: reply 1 of 2 (503) is required and was never given; the endpoint had 0 requests",
            "there is no scenario \"no/such\"",
            "STAT-04/items/500: expected a failure that still knows the status 500, got value(",
            "Test run with 6 tests in 4 suites failed",
            "ThrowingTests.testItMakesARequestThatNothingAnswers : threw error \"GET /itmes: unexpected",
            "ThrowingTests.testItLeavesARequiredReplyUnused : threw error \"get /items: unused: its reply (200)",
            "Executed 3 tests, with 2 failures",
        ]
        for part in expected where !text.contains(part) {
            Issue.record("\(part) is missing in:\n\(output.suffix(6_000))")
        }
    }
}
