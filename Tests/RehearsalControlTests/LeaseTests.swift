import Rehearsal
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalControl

@Suite("Leases of sessions", .limitedConcurrency)
struct LeaseTests {
    @Test("A session ends when its lease expires, and requests extend the lease.")
    func expiring() async throws {
        let sut = try ControlCase()
        let sessions = sut.control.sessions
        let member = try sessions.create(ControlCase.scenario, named: "k", port: nil, lease: .seconds(600))
        let end = try #require(member.expiresAt)
        await sessions.endExpired(at: end - 1)
        #expect(sessions["k"] != nil)
        #expect(try await sut.get("/~k/me") == 503)
        await sessions.endExpired(at: end)
        #expect(sessions["k"]?.expiresAt == end + 600_000_000_000)
        let next = await sessions.endExpired(at: end + 1)
        #expect(next == end + 600_000_000_000)
        await sessions.endExpired(at: end + 600_000_000_000)
        #expect(sessions["k"] == nil)
        #expect(try await sut.get("/~k/me") == 501)
        await sessions.endExpired(at: .max)
        #expect(sessions["main"] != nil)
    }

    @Test("A lease that expires without further requests ends its session.")
    func timer() async throws {
        let sut = try ControlCase()
        let member = try sut.control.sessions.create(
            ControlCase.scenario,
            named: "k",
            port: nil,
            lease: .milliseconds(1)
        )
        // The session has ended when its journal has no more entries.
        let tail = JournalTail(member.backend)
        while sut.control.sessions["k"] != nil { _ = await tail.next(within: .milliseconds(5)) }
        #expect(try await sut.get("/~k/me") == 501)
    }

    @Test("The API renews a lease and shows its expiry.")
    func renewing() async throws {
        let sut = try ControlCase()
        let body: JSON = ["name": "k", "scenario": ["endpoints": []], "lease": "10m"]
        let made = try await sut.ask("POST", "/v1/sessions", body).json["expiresAt"]
        #expect(made != .null)
        #expect(made != nil)
        let before = try #require(sut.control.sessions["k"]?.expiresAt)
        _ = try await sut.ask("GET", "/v1/sessions/k")
        #expect(try #require(sut.control.sessions["k"]?.expiresAt) > before)
        #expect(try await sut.ask("POST", "/v1/sessions/k/lease", ["lease": "60m"]).status == 200)
        #expect(try #require(sut.control.sessions["k"]?.expiresAt) > before + 2_000_000_000_000)
    }
}
