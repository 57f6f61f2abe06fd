import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The parts of a request that a reply may repeat", .limitedConcurrency)
struct RequestEchoTests {
    private typealias Echo = Journal.RequestEcho

    /// Returns the echo in the journal of a request with a JSON body.
    private func echo(
        _ scenario: Scenario,
        _ request: String = "POST /a",
    ) async throws -> Echo? {
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        await client.send("\(request) HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{\"b\":1}")
        _ = await client.response()
        return backend.journal.entries.first?.echo
    }

    private func echo(of reply: Scenario.Reply) async throws -> Echo? {
        try await echo(Scenario("echo", endpoints: [.post("/a", replies: [reply])]))
    }

    @Test("A static reply, and a template without parts of the request, repeat nothing.")
    func nothing() async throws {
        #expect(try await echo(of: .init(body: .text("hello"))) == Echo.ofStaticReply)
        let generated: Scenario.Headers = ["X": "{{uuid}} {{now}} {{count}} {{baseURL}}"]
        #expect(try await echo(of: .init(headers: generated)) == Echo.ofStaticReply)
    }

    @Test(
        "A template repeats the part of the request that it reads.",
        arguments: [
            ("{{query.q}}", .target), ("{{url}}", .target), ("{{header.X}}", .headers),
            ("{{cookie.sid}}", .headers), ("{{body./b}}", .body), ("{{body}} {{query.q}}", [.body, .target]),
        ] as [(String, Journal.RequestEcho.Parts)]
    )
    func parts(template: String, parts: Journal.RequestEcho.Parts) async throws {
        let expected = Echo(repeated: parts, stored: [], repeatsStored: false)
        #expect(try await echo(of: .init(body: .text(template))) == expected)
        let headers: Scenario.Headers = ["X": .init(stringLiteral: template)]
        #expect(try await echo(of: .init(headers: headers)) == expected)
    }

    @Test("A change of variables stores the parts that it reads, and a template with a variable repeats them.")
    func stored() async throws {
        var reply = Scenario.Reply(body: .text("{{state.x}}"))
        reply.then.set = [.init("x", "{{header.X}}")]
        reply.then.capture = [.init("y", at: JSON.Pointer(tokens: ["b"]))]
        let expected = Echo(repeated: [], stored: [.headers, .body], repeatsStored: true)
        #expect(try await echo(of: reply) == expected)
    }

    @Test("An overlay repeats parts of the request in the replies of all endpoints.")
    func overlay() async throws {
        let overlay = Scenario.Overlay(headers: ["X-Echo": "{{header.X}}"])
        let scenario = Scenario(
            "echo",
            endpoints: [
                Scenario.Endpoint.overlay(.any, "/**", overlay), .post("/a", replies: [.init(body: .text("static"))]),
            ]
        )
        #expect(try await echo(scenario) == Echo(repeated: .headers, stored: [], repeatsStored: false))
    }

    @Test("A reply of a closure, and a reply of the server itself, may repeat every part.")
    func unknown() async throws {
        let closure = Scenario.Endpoint.post("/a", replies: [.later { Scenario.Reply(body: .text($0.target)) }])
        #expect(try await echo(Scenario("echo", endpoints: [closure])) == Echo.unknown)
        #expect(try await echo(Scenario("echo", endpoints: [])) == Echo.unknown)
    }

    @Test("An idempotency policy stores what its replies repeat.")
    func idempotency() async throws {
        var scenario = Scenario(
            "echo",
            endpoints: [.post("/a", replies: [.init(body: .text("{{header.X}}"))])]
        )
        scenario.idempotency = [.init(.post, "/a")]
        #expect(try await echo(scenario) == Echo(repeated: .headers, stored: .headers, repeatsStored: false))
    }
}
