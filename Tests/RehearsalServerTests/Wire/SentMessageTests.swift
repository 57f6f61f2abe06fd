import Rehearsal
import RehearsalServer
import TestAdmission
import Testing

@Suite("What a client makes of the bytes that it was sent", .admitted)
struct SentMessageTests {
    private func message(_ text: String, toHead isHead: Bool = false) -> SentMessage {
        let bytes = Array(text.utf8)
        return SentMessage(Journal.SentReply(bytes: bytes, length: bytes.count, firstAt: 0), toHead: isHead)
    }

    @Test("Chunks are put together, and one that is missing is missed.")
    func chunks() {
        let head = "HTTP/1.1 200 Fine by me\r\nTransfer-Encoding: chunked\r\n\r\n"
        let whole = message(head + "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n")
        #expect((whole.status, whole.reason, whole.version) == (200, "Fine by me", "HTTP/1.1"))
        #expect(whole.body == Array("hello!".utf8))
        #expect(whole.isWhole)
        let part = message(head + "5\r\nhello\r\n3\r\n!")
        #expect(part.body == Array("hello!".utf8))
        #expect(!part.isWhole)
    }

    @Test("An interim head is passed over, and the answer to HEAD is whole without what it announces.")
    func heads() {
        let interim = message("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\nX: y\r\n\r\n")
        #expect((interim.status, interim.headers["X"], interim.isWhole) == (204, "y", true))
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        #expect(message(text, toHead: true).isWhole)
        #expect(!message(text).isWhole)
    }

    @Test("Half a head is no reply, and what is no HTTP is told from it.")
    func broken() {
        let half = message("HTTP/1.1 200 OK\r\nContent-Le")
        #expect((half.status, half.isHTTP) == (0, true))
        let other = message("SSH-2.0-OpenSSH_9.6\r\n")
        #expect((other.status, other.isHTTP) == (0, false))
        #expect(other.body == Array("SSH-2.0-OpenSSH_9.6\r\n".utf8))
    }
}
