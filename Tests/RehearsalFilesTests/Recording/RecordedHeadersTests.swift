import Rehearsal
import TestAdmission
import Testing

@Suite("Recorded headers", .limitedConcurrency)
struct RecordedHeadersTests {
    @Test("A replayed reply keeps the order, the case and the repeats of header fields.")
    func order() {
        #expect(
            HARFixture.replayed([("x-B", "1"), ("X-A", "2"), ("x-b", "3"), ("Empty", "")])
                == ["x-B: 1", "X-A: 2", "x-b: 3", "Empty: "]
        )
    }

    @Test(
        "Fields of the framing, the connection and the body length are left out.",
        arguments: [
            ":status", "Content-Length", "content-length", "Transfer-Encoding", "Connection", "Keep-Alive", "TE",
            "Trailer", "Upgrade", "Proxy-Authenticate", "proxy-connection", "Content-Encoding",
        ],
        [true, false]
    )
    func leftOut(name: String, exact: Bool) {
        #expect(HARFixture.replayed([("A", "1"), (name, "x"), ("B", "2")], exact: exact) == ["A: 1", "B: 2"])
    }

    @Test("Fields that Connection names are left out with it.")
    func connectionNames() {
        let fields = [
            ("X-Hop", "1"), ("Connection", "close, x-hop"), ("connection", "X-Two"), ("X-Two", "2"), ("X", "3"),
        ]

        #expect(HARFixture.replayed(fields) == ["X: 3"])
    }

    @Test("A recorded Date is sent only in an exact replay.")
    func dates() {
        let fields = [("date", "Sat, 21 Nov 2026 02:26:15 GMT")]

        #expect(HARFixture.replayed(fields).isEmpty)
        #expect(HARFixture.replayed(fields, exact: true) == ["date: Sat, 21 Nov 2026 02:26:15 GMT"])
    }

    @Test("A cookie loses Secure and Domain, except in an exact replay.")
    func cookies() {
        let cookie = "domain=secure; Path=/; SECURE; Domain=.example.com; HttpOnly;secure"

        #expect(HARFixture.replayed([("set-cookie", cookie)]) == ["set-cookie: domain=secure; Path=/; HttpOnly"])
        #expect(HARFixture.replayed([("set-cookie", cookie)], exact: true) == ["set-cookie: \(cookie)"])
    }

    @Test(
        "Field lines that an exporter joined are split, and a folded line is unfolded.",
        arguments: [
            ("a=1; Path=/\nb=2", ["a=1; Path=/", "b=2"]), ("a=1\r\nb=2\n", ["a=1", "b=2"]), ("a,\r\n  b", ["a, b"]),
            (" a\t", ["a"]), ("", [""]),
        ]
    )
    func joinedLines(value: String, expected: [String]) {
        #expect(HARFixture.replayed([("Set-Cookie", value)]) == expected.map { "Set-Cookie: \($0)" })
    }

    @Test("A field with an invalid value is left out, with a warning.", arguments: ["a\rb", "a\0b", "x\ny\0"])
    func unsendableValues(value: String) {
        let outcome = HARFixture.read(HARFixture.document(HARFixture.entry(headers: [("X-Bad", value), ("Y", "1")])))

        #expect(outcome.isOneWarning(with: "entries[0].response.headers[0]", "X-Bad"))
        #expect(outcome.replies.first.map { HARFixture.lines($0.headers).last } == "Y: 1")
        #expect(outcome.replies.first?.headers.fields.contains { $0.value == value } == false)
    }

    @Test("A field with an invalid name is left out, with a warning.", arguments: ["", "a b", "a:b", "é", "a\nb"])
    func unsendableNames(name: String) {
        let outcome = HARFixture.read(HARFixture.document(HARFixture.entry(headers: [(name, "1"), ("Y", "1")])))

        #expect(outcome.isOneWarning(with: "entries[0].response.headers[0].name"))
        #expect(outcome.replies.map(\.headers).map(HARFixture.lines) == [["Y: 1"]])
    }

    @Test("A number or a boolean becomes the value of a field, and a missing value an empty one.")
    func otherKinds() {
        let headers = #"[{"name":"A","value":12.50},{"name":"B","value":true},{"name":"C"},{"name":"D","value":null}]"#
        let text = HARFixture.document(HARFixture.entry()).split(separator: #""headers":[]"#)
            .joined(separator: "\"headers\":\(headers)")

        let outcome = HARFixture.read(text)

        #expect(outcome.lines == [])
        #expect(outcome.replies.map(\.headers).map(HARFixture.lines) == [["A: 12.50", "B: true", "C: ", "D: "]])
    }

    @Test("A recorded reply to HEAD keeps the Content-Length of GET, and sends none if it is unknown.")
    func heads() {
        func lengths(_ headers: [(String, String)], status: String = "200") -> [String?] {
            let document = HARFixture.document(HARFixture.entry("HEAD", status: status, headers: headers))
            let fields = HARFixture.read(document).replies.flatMap(\.headers.fields)
            return fields.filter { $0.name == "Content-Length" }.map(\.value)
        }
        #expect(lengths([("Content-Length", "10"), ("X", "1")]) == ["10"])
        // The reply to GET is sent without the coding.
        #expect(lengths([("Content-Length", "10"), ("Content-Encoding", "gzip")]) == [nil])
        #expect(lengths([("Transfer-Encoding", "chunked")]) == [nil])
        #expect(lengths([("Content-Length", "ten")]) == [nil])
        #expect(lengths([], status: "304") == [])
    }
}
