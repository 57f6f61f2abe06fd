import RehearsalHTTP
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("The head of a reply to the client", .limitedConcurrency)
struct ReplyWriterTests {
    private func fields(_ recorded: [WireField], host: String = "10.0.0.2:8080") throws -> [String] {
        let head = Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
        let request = try IncomingRequest(head, limits: RequestReader.limits)
        let reply = ReplyHead(status: 200, reason: [], minorVersion: 1, fields: recorded)
        let sut = ReplyHeadWriter(origin: "https://api.example")
        let text = String(decoding: sut.head(of: reply, .length(3), to: request, closes: false), as: UTF8.self)
        return text.split(separator: "\r\n").dropFirst().map(String.init)
    }

    @Test("Links to the real backend point to the host that the client used.")
    func links() throws {
        let sut = try fields([
            WireField("Location", "https://api.example/next"), WireField("Location", "https://api.example.org/other"),
            WireField("Link", "<https://api.example/2>; rel=next"),
            WireField("X-Self", "https://api.example/"),
        ])
        #expect(
            sut == [
                "Location: http://10.0.0.2:8080/next", "Location: https://api.example.org/other",
                "Link: <http://10.0.0.2:8080/2>; rel=next", "X-Self: https://api.example/",
                "Content-Length: 3",
            ]
        )
    }

    @Test("Cookies lose the attributes that a client without TLS on this machine would reject.")
    func cookies() throws {
        let sut = try fields([WireField("Set-Cookie", "a=1; Domain=api.example; Path=/; Secure; HttpOnly")])
        #expect(sut.first == "Set-Cookie: a=1; Path=/; HttpOnly")
    }

    @Test("The head omits alternative services and the hop-by-hop fields of upstream.")
    func left() throws {
        let sut = try fields([
            WireField("Alt-Svc", "h3=\":443\""), WireField("Connection", "keep-alive, X-Hop"), WireField("X-Hop", "1"),
            WireField("Keep-Alive", "timeout=5"), WireField("Content-Length", "99"),
        ])
        #expect(sut == ["Content-Length: 3"])
    }
}
