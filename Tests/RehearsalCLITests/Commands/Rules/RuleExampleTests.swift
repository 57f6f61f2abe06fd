import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Examples of rules", .limitedConcurrency)
struct RuleExampleTests {
    @Test(
        "Each network state has its own phrase.",
        arguments: [
            (Scenario.Network(.open), "the connection is served"),
            (Scenario.Network(.refusing), "the connection is refused"),
            (Scenario.Network(.resetting), "the connection is reset (RST) as soon as it is accepted"),
            (
                Scenario.Network(.closing, on: .clientHello),
                "the connection is closed (FIN) after the first message of the TLS handshake"
            ),
            (Scenario.Network(.silent), "the connection stays open without a byte"),
            (
                Scenario.Network(.bytes([21, 3, 3, 0, 2, 2, 40])),
                "the connection receives a TLS alert and is closed (FIN) as soon as it is accepted"
            ),
            (
                Scenario.Network(.bytes(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))),
                "the connection receives HTTP/1.1 400 Bad Request without TLS and is closed (FIN) as soon as it is "
                    + "accepted"
            ),
            (
                Scenario.Network(.bytes([0])),
                "the connection receives 1 byte and is closed (FIN) as soon as it is accepted"
            ),
            (Scenario.Network(.slow(.seconds(1))), "the connection is served after 1 s"),
        ]
    )
    func networkState(_ network: Scenario.Network, _ expected: String) {
        #expect(ExampleServer.text(of: network) == expected)
    }

    @Test(
        "The end of a network state is part of its phrase.",
        arguments: [
            (Scenario.Network.Until.connections(1), "the connection is refused, for 1 connection"),
            (.after(.milliseconds(75)), "the connection is refused for 75 ms"),
            (.released("network"), "the connection is refused, until network is released"),
        ]
    )
    func networkEnd(_ end: Scenario.Network.Until, _ expected: String) {
        #expect(ExampleServer.text(of: Scenario.Network(.refusing, until: end)) == expected)
    }

    @Test("The replies after a refused connection follow its end.")
    func recovery() throws {
        let sut = try text(of: "RETRY-05")
        #expect(sut.contains("the connection is refused for "))
        #expect(sut.hasSuffix("; then 200 with the recorded body"))
    }

    @Test(
        "A rule on expired tokens has the accepted token, the 401, the refresh and the token of the client.",
        arguments: ["AUTH-02", "AUTH-03", "AUTH-06", "AUTH-07"]
    )
    func refresh(_ id: String) throws {
        let sut = try text(of: id)
        #expect(sut.contains("GET /reservations with the token t2 → 200 with the recorded body"))
        #expect(sut.contains("GET /reservations otherwise → 401 with a problem document, WWW-Authenticate: Bearer "))
        #expect(sut.contains("POST /auth/refresh → "))
        #expect(sut.contains("200 with the tokens t2 and r2"))
        #expect(sut.contains("client: the token t1"))
        #expect(sut.contains("as soon as 2 requests wait") == (id == "AUTH-07"))
    }

    @Test(
        "An argument that differs from the recorded one is part of its case.",
        arguments: [
            ("REQ-02", #"id:reserved: argument id = "a/b?c#d é""#),
            ("REQ-03", #"text:plus: argument text = "a+b@c.com""#),
            ("REQ-09", #"source:LF: argument source = "a\nX-Rehearsal-Injected: 1""#),
            ("REQ-10", "client: argument hours = 0"),
        ]
    )
    func argument(_ id: String, _ expected: String) throws {
        #expect(try lines(of: id).contains(expected))
    }

    @Test(
        "The settings of the client are part of the example.",
        arguments: [
            ("CANC-04", "client: timeout 1 s"),
            ("CANC-05", "client: timeout 1 s, deadline 2 s"),
            ("DEC-20", "client: LANG=th_TH.UTF-8, LC_ALL=th_TH.UTF-8, TZ=Asia/Kathmandu"),
            ("REPO-14", "client: the action on the rows 1 and 2 of the list"),
        ]
    )
    func setting(_ id: String, _ expected: String) throws {
        #expect(try lines(of: id).last == expected)
    }

    @Test("An action on rows has the reply to the list and that to the action.")
    func rows() throws {
        let sut = try lines(of: "REPO-14")
        #expect(sut.first == "GET /reservations → 200 with a list of 3 elements")
        #expect(sut.contains("DELETE /reservations/{id} → 204"))
    }

    @Test("Clauses that differ only in the status after which they are named share a line.")
    func grouped() throws {
        #expect(
            try lines(of: "STAT-04") == ["500, 599: GET /reservations → this status with the recorded body"]
        )
    }

    @Test(
        "Bytes of a reply are described by their status line and the recorded body.",
        arguments: [
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "101, followed by a close (FIN)"),
            ("HTTP/1.1 100 Continue\r\n\r\n", "only 100, followed by a close (FIN)"),
            (
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
                "100 and then 200 with the recorded body, Content-Length: 2"
            ),
            ("HTTP/1.1 200 OK\r\n\r\n[]", "200 with the recorded body without a length, followed by a close (FIN)"),
            ("HTTP/1.1 abc\r\n\r\n", "the bytes HTTP/1.1 abc\\r\\n\\r\\n, followed by a close (FIN)"),
        ]
    )
    func rawReply(_ bytes: String, _ expected: String) {
        let reply = Scenario.Reply(body: .raw([Scenario.Body.Piece(bytes)]))
        #expect(ExampleReply(recordedBody: Array("[]".utf8)).text(of: [reply]) == expected)
    }

    @Test("A body is described by its difference from the recorded one.")
    func difference() {
        let sut = ExampleBody(recorded: Array(#"{"id":42,"status":"confirmed","note":"near the lift","spot":7}"#.utf8))
        let changed = #"{"id":42,"status":"confirmed","note":"near the lift and the door", "spot":7}"#
        #expect(
            sut.text(of: Array(changed.utf8), type: "text/plain")
                == #"the recorded body, but $.note = "near the lift and the door" as text/plain"#
        )
        #expect(sut.text(of: [], type: nil) == "an empty body")
        #expect(sut.text(of: [0xFF], type: nil) == "1 byte without a Content-Type")
    }

    @Test(
        "A field value is complete up to 80 characters, and an empty one is named.",
        arguments: [
            ("", "503, Retry-After: (empty)"), ("1", "503, Retry-After: 1"),
            (String(repeating: "1", count: 80), "503, Retry-After: " + String(repeating: "1", count: 80)),
            (String(repeating: "1", count: 81), "503, Retry-After: " + String(repeating: "1", count: 80) + "…"),
        ]
    )
    func field(_ value: String, _ expected: String) {
        let reply = Scenario.Reply(503, headers: ["Retry-After": value])
        #expect(ExampleReply(recordedBody: []).text(of: [reply]) == expected)
    }

    @Test(
        "No example repeats a line, is longer than its limit, or leaves a reply without words.",
        arguments: RuleCatalogue.rules.map(\.id)
    )
    func wording(_ id: String) throws {
        let sut = try lines(of: id)
        #expect(Set(sut).count == sut.count)
        #expect(sut.count <= RuleExample.maximumLines + 2)
        let text = sut.joined(separator: "\n")
        for fragment in [" 1 bytes", "then then", "computed", "as raw bytes", ": ;", ": ,", "  →", "→ ;"] {
            #expect(!text.contains(fragment))
        }
    }

    private func lines(of id: String) throws -> [String] { RuleExample(try #require(RuleCatalogue.rule(id))).lines() }

    private func text(of id: String) throws -> String { try lines(of: id).joined(separator: "\n") }
}
