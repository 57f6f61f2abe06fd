import Rehearsal
import RehearsalFaultCatalogue
import TestAdmission
import Testing

@testable import RehearsalBackend

@Suite("Replies that crash URLSession on Linux", .limitedConcurrency)
struct CrashRiskTests {
    private func kinds(_ reply: Scenario.Reply) -> [CrashRisk.Kind] {
        CrashRisk.all(in: Scenario("x", endpoints: [.get("/a", replies: [reply])])).map(\.kind)
    }

    private func raw(_ text: String, _ fault: Fault...) -> Scenario.Reply {
        var reply = Scenario.Reply(body: .raw([.init(text)]))
        reply.faults = fault
        return reply
    }

    @Test(
        "The known cases of the catalogue are found to be risks, and no others are.",
        arguments: FaultCatalogue.variants.filter { $0.scenario != nil }.map(\.id)
    )
    func catalogue(_ id: String) throws {
        let known = [
            "F32b": CrashRisk.Kind.trailers, "F37a": .closeInHead, "F37b": .closeInHead, "F52a": .basicChallenge,
        ]
        let item = try #require(FaultCatalogue.variants.first { $0.id == id })
        let scenario = try #require(item.scenario)
        #expect(CrashRisk.all(in: scenario).map(\.kind) == known[id].map { [$0] } ?? [])
    }

    @Test("Raw bytes are parsed as a client does: past informational replies and chunk by chunk.")
    func rawBytes() {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(kinds(raw("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nA: b")) == [.closeInHead])
        #expect(kinds(raw("HTTP/1.1 100 Continue\r\n\r\n")) == [])
        #expect(kinds(raw(chunked + "3;x=y\r\n0\r\n\r\n0\r\nA: b\r\n\r\n")) == [.trailers])
        #expect(kinds(raw(chunked + "6\r\n0\r\nA:b\r\n0\r\n\r\n")) == [])
        #expect(kinds(raw("HTTP/1.1 401 No\r\nwww-authenticate: BASIC realm=\"x\"\r\n\r\n")) == [.basicChallenge])
        #expect(kinds(raw("HTTP/1.1 200 OK\r\n", Fault(.reset, at: .end))) == [])
    }

    @Test(
        "A truncated head is a risk regardless of its beginning, and a Basic challenge takes precedence over trailers."
    )
    func earlyEnds() {
        #expect(kinds(raw("HTTP/1.1 200OK\r\n")) == [.closeInHead])
        #expect(kinds(raw("HTTP/1.1 2000 OK\r\nA: b")) == [.closeInHead])
        let challenge = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(kinds(raw(challenge + "0\r\nA: b\r\n\r\n")) == [.basicChallenge])
    }

    @Test("A Basic challenge is found among others, and only in a 401.")
    func challenges() {
        let both = Scenario.Headers([.init("WWW-Authenticate", "Bearer realm=\"a\", Basic realm=\"b\"")])
        #expect(kinds(.init(401, headers: both)) == [.basicChallenge])
        #expect(kinds(.init(401, headers: ["WWW-Authenticate": "Bearer realm=\"Basic\""])) == [])
        #expect(kinds(.init(403, headers: both)) == [])
    }

    @Test("A warning names the test, the place and the remedy in one line.")
    func warning() {
        let sut = CrashRisk(kind: .trailers, location: "get /a").warning(for: "\"A test\"")
        #expect(
            sut.hasPrefix(
                "warning: \"A test\" plays trailers after a chunked body (get /a), which URLSession on Linux"
            )
        )
        #expect(sut.hasSuffix("run the client in a process of its own (see: rehearsal faults F32)"))
        #expect(!sut.contains("\n"))
    }

    @Test("A warning in a test names that test.")
    func current() {
        let raw = Scenario.Reply(body: .raw([.init("HTTP/1.1 200 OK\r\n")]))
        let sut = CrashRisk.warnings(about: Scenario("x", endpoints: [.get("/a", replies: [raw])]))
        #expect(sut.count == 1)
        let name =
            "warning: \"A warning in a test names that test.\" (RehearsalTestingTests/CrashRiskTests.swift:"
        #expect(sut.first?.hasPrefix(name) == true)
        #expect(CrashRisk.warnings(about: .greeting).isEmpty)
    }

    @Test("The bytes of network states are checked, each kind once per place.")
    func network() {
        let state = Scenario.Network(.bytes(Array("HTTP/1.1 200 OK\r\n".utf8)))
        let sut = CrashRisk.all(in: Scenario("x", endpoints: [], network: [state, state]))
        #expect(sut == [CrashRisk(kind: .closeInHead, location: "network")])
    }
}
