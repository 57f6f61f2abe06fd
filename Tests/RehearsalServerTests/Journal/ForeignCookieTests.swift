import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Cookies of other servers", .limitedConcurrency)
struct ForeignCookieTests {
    private func cookies(_ line: String, _ endpoints: [Scenario.Endpoint]) async throws -> [String] {
        let sut = try BothLoops.backend(endpoints + [.get("/a", replies: [.init()])])
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/a", headers: line)?.status == 200)
        return sut.journal.entries.flatMap(\.foreignCookies)
    }

    @Test("The journal lists a cookie that no reply sets, by its name.")
    func foreign() async throws {
        let login = Scenario.Endpoint.post("/login", replies: [.init(headers: ["Set-Cookie": "sid=1; Path=/"])])
        #expect(try await cookies("Cookie: sid=1\r\n", [login]) == [])
        let foreign = try await cookies("Cookie: sid=1; other=2;third\r\nCookie: a=b\r\n", [login])
        #expect(foreign == ["other", "third", "a"])
        #expect(try await cookies("", [login]) == [])
    }

    @Test("The journal omits cookies that a condition matches or that an overlay, closure or template may set.")
    func known() async throws {
        let asked = Scenario.Endpoint.get("/b", when: .init(cookies: [.init("sid", .present)]), replies: [.init()])
        #expect(try await cookies("Cookie: sid=1\r\n", [asked]) == [])
        let over = Scenario.Endpoint.overlay(.any, "/**", .init(headers: ["Set-Cookie": "sid=1"]))
        #expect(try await cookies("Cookie: sid=1; x=1\r\n", [over]) == ["x"])
        let closure = Scenario.Endpoint.get("/c", replies: [.later { _ in .init() }])
        #expect(try await cookies("Cookie: sid=1\r\n", [closure]) == [])
        let template = Scenario.Endpoint.get("/d", replies: [.init(headers: ["Set-Cookie": "{{query.n}}=1"])])
        #expect(try await cookies("Cookie: sid=1\r\n", [template]) == [])
    }

    @Test("The journal omits cookies that an earlier scenario of the session sets.")
    func plays() async throws {
        let login = Scenario.Reply(headers: ["Set-Cookie": "sid=1"])
        let sut = try BothLoops.backend([.get("/a", replies: [login])])
        try sut.play(Scenario("other", endpoints: [.get("/a", replies: [.init()])]))
        _ = try await RawClient(port: sut.port).get("/a", headers: "Cookie: sid=1; x=2\r\n")
        await sut.journal.settled()
        let entries = sut.journal.entries
        #expect(entries.map(\.foreignCookies) == [["x"]])
        #expect(
            entries.first?.summaryLine(since: 0, Redaction(salt: 0)).hasSuffix("(cookie of another server: \"x\")")
                == true
        )
    }
}
