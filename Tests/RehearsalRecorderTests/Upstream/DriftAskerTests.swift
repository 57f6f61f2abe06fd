import Foundation
import RehearsalHTTP
import RehearsalRecordings
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("Repeating a recorded request", .limitedConcurrency)
struct DriftAskerTests {
    @Test("A repeated request equals the recorded one without hop-by-hop fields, conditions and credentials.")
    func asks() throws {
        let text = """
            {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"2026-01-01T00:00:00Z",
            "time":0,"request":{"method":"GET","url":"https://api.example.com/users?page=2","httpVersion":"HTTP/1.1",
            "headers":[{"name":"Host","value":"api.example.com"},{"name":"Accept","value":"application/json"},
            {"name":"Authorization","value":"Bearer [redacted 00000001]"},{"name":"If-None-Match","value":"\\"1\\""},
            {"name":"X-Version","value":"2"},{"name":"Cookie","value":"a=b"}],"queryString":[],"cookies":[],"headersSize":-1,
            "bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],
            "content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"timings":{"send":0,
            "wait":0,"receive":0}}]}}
            """
        let path = NSTemporaryDirectory() + "drift-\(UUID().uuidString).har"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let exchange = try #require(InspectedRecording(path).exchanges.first)
        let sut = try DriftClient(
            backend: try Upstream("http://127.0.0.1:8080"),
            timeout: .nanoseconds(1),
            headers: [WireField("X-Version", "3")],
            credentialHeaders: []
        )
        #expect(
            String(decoding: sut.bytes(of: exchange), as: UTF8.self)
                == "GET /users?page=2 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: application/json\r\n"
                + "X-Version: 3\r\nConnection: close\r\n\r\n"
        )
    }
}
