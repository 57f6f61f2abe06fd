import TestAdmission
import Testing

@testable import RehearsalHTTP
import RehearsalPlatform

@Suite("Reading the head of a reply", .limitedConcurrency)
struct ReplyHeadTests {
    private func read(_ text: String) throws -> (head: ReplyHead, count: Int)? {
        try Array(text.utf8).withUnsafeBytes { try ReplyHead.parse($0) }
    }

    @Test("The head keeps the order, case, number and bytes of its fields.")
    func fields() throws {
        let bytes = Array("HTTP/1.1 200 \r\nb: 1\r\nA:  \t2 \r\nb: ".utf8) + [0xE9] + Array("\r\n\r\nrest".utf8)
        let (sut, count) = try #require(try bytes.withUnsafeBytes { try ReplyHead.parse($0) })
        #expect(sut.fields == [WireField("b", "1"), WireField("A", "2"), WireField("b", [0xE9])])
        #expect(count == bytes.count - 4)
        #expect(sut.reason.isEmpty)
    }

    @Test("A head is complete with its empty line, not before.")
    func incomplete() throws {
        let text = "HTTP/1.1 404 Not Found\r\nX: 1\r\n\r\n"
        for length in 0..<text.utf8.count {
            #expect(try read(String(decoding: text.utf8.prefix(length), as: UTF8.self)) == nil)
        }
        #expect(try read(text)?.head.status == 404)
    }

    @Test("The reader accepts bare line feeds, folded lines, a space before the colon and leading empty lines.")
    func habits() throws {
        let (sut, _) = try #require(try read("\r\nHTTP/1.0 200 OK\nA : 1\n  and 2\nB:\n\n"))
        #expect(sut.fields == [WireField("A", "1 and 2"), WireField("B", "")])
        #expect(sut.minorVersion == 0)
    }

    @Test("A NUL and a CR without LF become spaces in the reason and in values, and are noted.")
    func forbidden() throws {
        let (reason, _) = try #require(try read("HTTP/1.1 200 A\0B\r\n\r\n"))
        #expect(reason.reason == Array("A B".utf8))
        #expect(reason.remarks == ["reply violates RFC 9110 §5.5: a NUL, forwarded as a space"])
        let (value, _) = try #require(try read("HTTP/1.1 200 OK\r\nA: 1\r2\r\nB: 3\r\n\r\n"))
        #expect(value.fields == [WireField("A", "1 2"), WireField("B", "3")])
        #expect(value.remarks == ["reply violates RFC 9112 §2.2: a CR without LF, forwarded as a space"])
    }

    @Test("The violations of a head are noted once, those of its lines first.")
    func remarks() throws {
        let (sut, _) = try #require(try read("HTTP/1.1 200 OK\nA: 1\n 2\n 3\nB: \0\n\n"))
        #expect(
            sut.remarks == [
                "reply violates RFC 9112 §5.2: a header field is folded",
                "reply violates RFC 9110 §5.5: a NUL, forwarded as a space",
                "reply violates RFC 9112 §2.2: a line ends in LF without CR",
            ]
        )
    }

    @Test(
        "An invalid first line is an error as soon as it has ended.",
        arguments: ["A: 1\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/2 200\r\n", "\r\n\u{16}\u{3}\r\n"]
    )
    func invalidStatusLine(_ text: String) {
        #expect(throws: TransferFailure.self) { try read(text) }
    }

    @Test("The request method and the head determine the framing of the body.")
    func framing() throws {
        func framing(_ fields: String, _ status: Int = 200, _ method: String = "GET") throws -> ReplyHead.Framing? {
            try read("HTTP/1.1 \(status) X\r\n\(fields)\r\n")?.head.framing(answering: method)
        }
        #expect(try framing("Content-Length: 5\r\n") == .length(5))
        #expect(try framing("Content-Length: 5\r\nContent-Length: 5\r\n") == .length(5))
        #expect(try framing("Content-Length: 5\r\nTransfer-Encoding: Chunked\r\n") == .chunked)
        #expect(try framing("") == .untilClose)
        #expect(try framing("Content-Length: 5\r\n", 200, "HEAD") == ReplyHead.Framing.none)
        #expect(try framing("Content-Length: 5\r\n", 304) == ReplyHead.Framing.none)
        #expect(try framing("", 204) == ReplyHead.Framing.none)
        #expect(throws: TransferFailure.self) { _ = try framing("Content-Length: 5\r\nContent-Length: 6\r\n") }
        #expect(throws: TransferFailure.self) { _ = try framing("Content-Length: -5\r\n") }
    }

    @Test("A connection persists unless the reply or its version closes it.")
    func keeping() throws {
        #expect(try read("HTTP/1.1 200 OK\r\n\r\n")?.head.keepsAlive == true)
        #expect(try read("HTTP/1.1 200 OK\r\nConnection: x, Close\r\n\r\n")?.head.keepsAlive == false)
        #expect(try read("HTTP/1.0 200 OK\r\n\r\n")?.head.keepsAlive == false)
        #expect(try read("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\n")?.head.keepsAlive == true)
    }

    @Test("A head without an end is rejected at its limit.")
    func endless() {
        let text = "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 50_000)
        #expect(throws: TransferFailure.self) { _ = try read(text) }
    }

    @Test("The members of a list are in lower case and without the blanks around them, from all fields of the name.")
    func members() {
        let sut = [WireField("TE", " A\t,b c,, "), WireField("X", "d"), WireField("te", "é")]
        #expect(sut.members(of: "TE") == ["a", "b c", "", "é"])
        #expect(sut.members(of: "Y") == [])
    }
}
