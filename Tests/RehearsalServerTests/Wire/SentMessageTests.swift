import Rehearsal
import RehearsalServer
import TestAdmission
import Testing

@Suite("Sent bytes as a client reads them", .limitedConcurrency)
struct SentMessageTests {
    private func message(_ text: String, toHead isHead: Bool = false) -> CapturedReply {
        let bytes = Array(text.utf8)
        return CapturedReply(Journal.SentBytes(bytes: bytes, length: bytes.count, firstAt: 0), toHead: isHead)
    }

    @Test("A message joins its chunks and is incomplete without its last chunk.")
    func chunks() {
        let head = "HTTP/1.1 200 Fine by me\r\nTransfer-Encoding: chunked\r\n\r\n"
        let whole = message(head + "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n")
        #expect(whole.status == 200)
        #expect(whole.reason == "Fine by me")
        #expect(whole.version == "HTTP/1.1")
        #expect(whole.body == Array("hello!".utf8))
        #expect(whole.isWhole)
        let part = message(head + "5\r\nhello\r\n3\r\n!")
        #expect(part.body == Array("hello!".utf8))
        #expect(!part.isWhole)
    }

    @Test("A message skips interim heads, and a reply to HEAD is complete without the declared body.")
    func heads() {
        let interim = message("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\nX: y\r\n\r\n")
        #expect(interim.status == 204)
        #expect(interim.headers["X"] == "y")
        #expect(interim.isWhole == true)
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        #expect(message(text, toHead: true).isWhole)
        #expect(!message(text).isWhole)
    }

    @Test("An incomplete head has no status, and bytes other than HTTP are recognized.")
    func broken() {
        let half = message("HTTP/1.1 200 OK\r\nContent-Le")
        #expect(half.status == 0)
        #expect(half.isHTTP == true)
        let other = message("SSH-2.0-OpenSSH_9.6\r\n")
        #expect(other.status == 0)
        #expect(other.isHTTP == false)
        #expect(other.body == Array("SSH-2.0-OpenSSH_9.6\r\n".utf8))
    }
}
