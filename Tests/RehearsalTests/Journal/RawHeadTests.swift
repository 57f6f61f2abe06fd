import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Heads in the journal, valid and invalid", .limitedConcurrency)
struct RawHeadTests {
    private func entry(_ head: String) -> Journal.Entry {
        Journal.Entry(ordinal: 0, session: "s", connection: 0, exchange: 0, at: 0, headAt: 0, rawHead: Array(head.utf8))
    }

    @Test(
        "A request line is split into its words at any white space.",
        arguments: [
            ("GET /a HTTP/1.1\r\n", ["GET", "/a", "HTTP/1.1"]), ("GET  /a\tHTTP/1.1 \r\n", ["GET", "/a", "HTTP/1.1"]),
            ("GET /a\r\n", ["GET", "/a", ""]), ("GET\r\n", ["GET", "", ""]),
            ("GET /a b HTTP/1.1\n", ["GET", "/a", "b HTTP/1.1"]),
            ("GET ", ["GET", "", ""]), ("", ["", "", ""]), (" \r\n", ["", "", ""]),
        ]
    )
    func requestLine(_ head: String, _ words: [String]) {
        let sut = entry(head)
        #expect(sut.method == words[0])
        #expect(sut.target == words[1])
        #expect(sut.version == words[2])
    }

    @Test("The name of a field ends at the first colon, and a folded line belongs to the field before it.")
    func fields() {
        let sut = entry("GET / HTTP/1.1\r\nA: 1 \r\nB:\t2\r\n  3\t\r\nnocolon\r\n: v\r\nC:\n D\r\n\r\nE: 5")
        #expect(sut.headers.fields.map(\.name) == ["A", "B", "nocolon", "", "C"])
        #expect(sut.headers.fields.map(\.value) == ["1", "2\r\n  3", "", "v", "D"])
    }

    @Test("A folded line without a preceding field becomes a field of its own.")
    func foldedFirst() {
        let sut = entry("GET / HTTP/1.1\r\n A: 1\r\nB: 2\r\n\r\n")
        #expect(sut.headers.fields.map(\.value) == ["1", "2"])
    }
}
