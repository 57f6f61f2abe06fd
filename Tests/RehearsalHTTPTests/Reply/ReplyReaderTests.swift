import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import TestAdmission
import Testing

@Suite("Reading a reply", .limitedConcurrency)
struct ReplyReaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let status: Int
        let body: String
        var endsWithConnection = false

        var testDescription: String { name }
        var bytes: [UInt8] { Array(text.utf8) }
    }

    static let replies = [
        Case(
            name: "a length",
            text: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"a\":12}",
            status: 200,
            body: "{\"a\":12}"
        ),
        Case(
            name: "a length of zero",
            text: "HTTP/1.1 202 Accepted\r\ncontent-length:0\r\n\r\n",
            status: 202,
            body: ""
        ),
        Case(
            name: "chunks, an extension and a trailer",
            text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n1\r\n\n\r\n0\r\nX: y\r\n\r\n",
            status: 200,
            body: "abc0123456789\n"
        ),
        Case(
            name: "until the connection ends",
            text: "HTTP/1.1 503 \r\n\r\nlater",
            status: 503,
            body: "later",
            endsWithConnection: true
        ),
        Case(name: "no content", text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204, body: ""),
        Case(
            name: "an interim reply before it",
            text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            status: 200,
            body: "ok"
        ),
        Case(name: "bare line feeds", text: "HTTP/1.0 200 OK\nContent-Length: 2\n\nok", status: 200, body: "ok"),
    ]

    private func read(_ pieces: [[UInt8]]) throws -> (head: ReplyHead, body: String, rest: Int) {
        let connection = BufferedConnection(PieceStream(pieces))
        let sut = ReplyReader(connection, answering: "GET")
        let head = try sut.readHead(until: .max)
        var body: [UInt8] = []
        while let piece = try sut.readBodyBytes(until: .max) { body += piece }
        return (head, String(decoding: body, as: UTF8.self), connection.input.count)
    }

    @Test("The reader returns the same reply however the bytes are split.", arguments: replies)
    func split(reply: Case) throws {
        let bytes = reply.bytes
        var ways = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
        ways.append(bytes.map { [$0] })
        for pieces in ways {
            let read = try read(pieces)
            #expect(read.head.status == reply.status)
            #expect(read.body == reply.body)
            #expect(read.rest == 0)
        }
    }

    @Test(
        "A reply that is cut is never accepted as complete.",
        arguments: replies.filter { !$0.endsWithConnection }
    )
    func cut(reply: Case) {
        for length in 0..<reply.bytes.count {
            #expect(throws: TransferFailure.self, "\(length) bytes of \(reply.text.debugDescription)") {
                try read([Array(reply.bytes[..<length])])
            }
        }
    }

    @Test(
        "Bytes that are not a valid reply are rejected.",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "\u{16}\u{3}\u{1}\r\n", "\r\n", "HTTP/2 200\r\n", "HTTP/1.1 20 OK\r\n",
            "HTTP/1.1 OK\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        ]
    )
    func garbage(text: String) {
        #expect(throws: TransferFailure.self) { try read([Array(text.utf8)]) }
        #expect(throws: TransferFailure.self) { try read(text.utf8.map { [$0] }) }
    }

    @Test("A head without an end is rejected as malformed.", arguments: ["", "HTTP/1.1 200 OK\r\nX: "])
    func endless(beginning: String) {
        let pieces = [Array(beginning.utf8)] + Array(repeating: [UInt8](repeating: 0x78, count: 4_096), count: 100)
        let error = #expect(throws: TransferFailure.self) { try read(pieces) }
        #expect(error?.kind == .malformed)
    }

    @Test("A chunked body may have any number of chunks.")
    func stream() throws {
        let head = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        let chunks = Array(repeating: Array("4\r\nabc\n\r\n".utf8), count: 5_000).flatMap(\.self)
        let connection = BufferedConnection(PieceStream([head] + Array(repeating: chunks, count: 10)))
        let sut = ReplyReader(connection, answering: "GET")
        _ = try sut.readHead(until: .max)
        var count = 0
        let error = #expect(throws: TransferFailure.self) {
            while let piece = try sut.readBodyBytes(until: .max) { count += piece.count }
        }
        #expect(count == 200_000)
        #expect(error?.kind == .incomplete)
    }
}
