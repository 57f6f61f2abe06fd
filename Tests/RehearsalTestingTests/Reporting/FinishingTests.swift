import Foundation
import RehearsalTestSupport
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The end of a backend", .limitedConcurrency)
struct FinishingTests {
    private struct Broken: Error {}

    private func isIssue(_ parts: String...) -> @Sendable (Issue) -> Bool {
        { issue in parts.allSatisfy { part in issue.comments.contains { $0.rawValue.contains(part) } } }
    }

    @Test("A request that no endpoint answers becomes an issue that names it and shows the trace.")
    func unexpected() async throws {
        try await withKnownIssue {
            try await withBackend(.greeting) { sut throws in
                #expect(try await status(of: "hello", at: sut) == 200)
                #expect(try await status(of: "helo", at: sut) == 501)
            }
        } matching: {
            isIssue(
                "GET /helo: unexpected: no endpoint answers it",
                "nearest: get /hello",
                "GET /hello → 200",
                "GET /helo → 501"
            )($0)
        }
    }

    @Test("An unused required reply becomes an issue.")
    func unused() async throws {
        let scenario = Scenario("x", endpoints: [.get("/a", replies: [.init(required: true)])])
        try await withKnownIssue {
            try await withBackend(scenario) { _ in }
        } matching: {
            isIssue("get /a: unused: its reply (200) is required but was never sent", "no request was received")($0)
        }
    }

    @Test("An unmet expectation becomes an issue with its place.")
    func unmet() async throws {
        try await withKnownIssue {
            try await withBackend("outage/503-503-200") { sut throws in
                #expect(try await status(of: "api/v1/reservations", at: sut) == 503)
            }
        } matching: {
            isIssue("count: expected 3, saw 1", "Scenarios/outage/503-503-200.jsonc:", "→ 503, completed")($0)
        }
    }

    @Test("An error of the body is rethrown, and a finding becomes an issue next to it.")
    func body() async throws {
        await withKnownIssue {
            await #expect(throws: Broken.self) {
                try await withBackend(.greeting) { sut throws in
                    _ = try await status(of: "helo", at: sut)
                    throw Broken()
                }
            }
        } matching: {
            isIssue("GET /helo")($0)
        }
    }

    @Test("A finding is thrown outside of a test.")
    func thrown() async throws {
        let task = Task.detached {
            try await withBackend(.greeting) { sut in _ = try await status(of: "helo", at: sut) }
        }
        let error = await #expect(throws: Backend.Unmet.self) { try await task.value }
        #expect(error?.findings.map(\.rule) == [.unexpected])
        #expect(error?.description.hasPrefix("GET /helo: unexpected: no endpoint answers it") == true)
    }

    @Test("An error of the body is thrown together with the findings outside of a test.")
    func thrownBoth() async throws {
        let task = Task.detached {
            try await withBackend(.greeting) { sut throws in
                _ = try await status(of: "helo", at: sut)
                throw Broken()
            }
        }
        let error = await #expect(throws: Backend.Unmet.self) { try await task.value }
        #expect(error?.description.hasPrefix("the test ended with: Broken()\nGET /helo") == true)
        let plain = Task.detached { try await withBackend(.greeting) { _ in throw Broken() } }
        await #expect(throws: Broken.self) { try await plain.value }
    }

    @Test("A backend within another does not hide the findings of the outer one outside of a test.")
    func nested() async throws {
        let task = Task.detached {
            try await withBackend(.greeting) { outer throws in
                _ = try await status(of: "outer", at: outer)
                try await withBackend(.greeting) { inner throws in _ = try await status(of: "inner", at: inner) }
            }
        }
        let error = await #expect(throws: Backend.Unmet.self) { try await task.value }
        #expect(error?.findings.map(\.subject) == ["GET /outer"])
        #expect(error?.description.contains("GET /inner: unexpected") == true)
    }

    @Test("A run without findings is silent and returns the result of the body.")
    func silent() async throws {
        let result = try await withBackend(.greeting) { sut in try await status(of: "hello", at: sut) }
        #expect(result == 200)
    }

    @Test("A backend is judged once and stopped by it.")
    func once() async throws {
        let sut = try Backend.start(.demanding)
        // Asked through an existing connection, because another backend may have the port by now.
        let client = try await RawClient(port: sut.port)
        await withKnownIssue { try await sut.finish() }
        try await sut.finish()
        #expect(await client.readToEnd().ending != .timedOut)
    }

    @Test("The judgement waits for an open exchange for a limited time.")
    func open() async throws {
        let scenario = Scenario(
            "x",
            endpoints: [
                .get("/slow", replies: [.init(delay: .milliseconds(50))]), .get("/held", replies: [.init(hold: "x")]),
            ],
            expect: [.requests(.get("/slow"), endedBy: .server)]
        )
        try await withBackend(scenario) { sut in
            async let slow = status(of: "slow", at: sut)
            async let held = status(of: "held", at: sut)
            try await sut.wait(for: .get("/slow"), within: .seconds(300))
            try await sut.wait(for: .get("/held"), within: .seconds(300))
            let start = Date()
            // The limit of a second may be too short for an event loop on a busy machine, and only then an issue may
            // occur.
            try await withKnownIssue(isIntermittent: true) {
                try await sut.finish()
            } matching: { _ in
                Date().timeIntervalSince(start) >= 1
            }
            _ = try? await (slow, held)
        }
    }

    @Test("A journal that dropped entries makes the judgement incomplete.")
    func forgotten() async throws {
        var options = Backend.Options()
        options.journalBytes = 4 << 10
        try await withKnownIssue {
            try await withBackend(.greeting, options: options) { sut throws in
                for _ in 0..<60 { #expect(try await status(of: "hello", at: sut) == 200) }
            }
        } matching: {
            isIssue("could not be judged completely", "journalBytes")($0)
        }
    }
}
