import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

/// One after the other, because each opens more descriptors than tests that count them expect of others.
@Suite("Many connections that ask policies at the same moment", .serialized)
struct RaceTests {
    @Test("Of 64 connections that race for the last use of a token, one wins.", arguments: [1, 4])
    func lastUse(_ loops: Int) async throws {
        let sut = try Backend.start(AuthTests.scenario(.uses(1)), options: PolicyRace.options(loops: loops))
        try await onThread {
            let access = try AuthTests.token(try RawClient(port: sut.port).ask("POST /login"))
            let request = "GET /api/a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(access)\r\n\r\n"
            let statuses = try PolicyRace.statuses(64, of: request, on: sut)
            #expect(statuses == [204] + [Int](repeating: 401, count: 63))
        }
    }

    @Test("Of 64 connections that race with one refresh token, one wins.", arguments: [1, 4])
    func refresh(_ loops: Int) async throws {
        let sut = try Backend.start(AuthTests.scenario(), options: PolicyRace.options(loops: loops))
        try await onThread {
            let login = try RawClient(port: sut.port).ask("POST /login")
            let body = #"{ "refresh_token": "\#(try AuthTests.token(login, "refresh_token"))" }"#
            let request = "POST /refresh HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            let statuses = try PolicyRace.statuses(64, of: request, on: sut)
            #expect(statuses == [200] + [Int](repeating: 400, count: 63))
        }
    }
}
