import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

/// Serialized, because each test opens many descriptors at once, and other tests in this process count descriptors.
@Suite("Races of connections for a policy", .limitedConcurrency, .serialized)
struct RaceTests {
    @Test("One of 32 connections that race for the last use of a token succeeds.", arguments: [1, 4])
    func lastUse(_ loops: Int) async throws {
        let sut = try Backend.start(AuthTests.scenario(.uses(1)), options: PolicyRace.options(loops: loops))
        let access = try await AuthTests.token(RawClient(port: sut.port).ask("POST /login"))
        let request = "GET /api/a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(access)\r\n\r\n"
        let statuses = try await PolicyRace.statuses(32, of: request, on: sut)
        #expect(statuses == [204] + [Int](repeating: 401, count: 31))
    }

    @Test("One of 32 connections that race with the same refresh token succeeds.", arguments: [1, 4])
    func refresh(_ loops: Int) async throws {
        let sut = try Backend.start(AuthTests.scenario(), options: PolicyRace.options(loops: loops))
        let login = try await RawClient(port: sut.port).ask("POST /login")
        let body = #"{ "refresh_token": "\#(try AuthTests.token(login, "refresh_token"))" }"#
        let request = "POST /refresh HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let statuses = try await PolicyRace.statuses(32, of: request, on: sut)
        #expect(statuses == [200] + [Int](repeating: 400, count: 31))
    }

    @Test("One of 32 connections that race for the last request of a quota succeeds.", arguments: [1, 4])
    func quota(_ loops: Int) async throws {
        let sut = try Backend.start(QuotaTests.scenario(1), options: PolicyRace.options(loops: loops))
        let statuses = try await PolicyRace.statuses(32, of: "GET /api/a HTTP/1.1\r\nHost: a\r\n\r\n", on: sut)
        #expect(statuses == [204] + [Int](repeating: 429, count: 31))
    }

    @Test(
        "One of 32 connections that race with the same idempotency key succeeds, and 31 receive 409.",
        arguments: [1, 4]
    )
    func key(_ loops: Int) async throws {
        let scenario = IdempotencyTests.scenario([.init(201, hold: .init("pay")), .init(500)])
        let sut = try Backend.start(scenario, options: PolicyRace.options(loops: loops))
        // The server records and decides a request without a body in one step, so all are decided when `wait` returns.
        let request = "POST /pay HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nContent-Length: 0\r\n\r\n"
        let clients = try await RawClient.connect(32, port: sut.port)
        await clients.each { $0.send(request) }
        try await sut.wait(for: .post("/pay"), count: 32, within: .seconds(300))
        try sut.release("pay")
        let statuses = await clients.each { $0.response()?.status ?? -1 }.sorted()
        #expect(statuses == [201] + [Int](repeating: 409, count: 31))
    }

    @Test("32 connections that create items at once receive distinct ids.", arguments: [1, 4])
    func ids(_ loops: Int) async throws {
        let sut = try Backend.start(ResourceTests.scenario(), options: PolicyRace.options(loops: loops))
        let request = "POST /spots HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
        let statuses = try await PolicyRace.statuses(32, of: request, on: sut)
        let list = try await RawClient(port: sut.port).ask("GET /spots?limit=50")
        #expect(statuses == [Int](repeating: 201, count: 32))
        let items = try JSON(parsing: list?.text ?? "")
        guard case .array(let elements) = items else {
            Issue.record("no list: \(items)")
            return
        }
        #expect(Set(elements.compactMap { $0["id"] }) == Set((1...33).map { JSON(integerLiteral: $0) }))
    }
}
