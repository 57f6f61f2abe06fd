import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The recorded origin in a replay", .limitedConcurrency)
struct OriginTests {
    private static let har = #"""
        {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [
          {"request": {"method": "POST", "url": "https://api.example.com/users", "headers": []},
           "response": {"status": 201, "statusText": "Created", "headers": [
               {"name": "Location", "value": "https://api.example.com/users/7"},
               {"name": "Link", "value": "<https://api.example.com/users?page=2>; rel=\"next\", <https://other.example/>; rel=up"},
               {"name": "Set-Cookie", "value": "id=1; Domain=api.example.com; Secure; Path=/"},
               {"name": "Date", "value": "Sat, 21 Nov 2020 02:26:15 GMT"},
               {"name": "Content-Type", "value": "application/json"}],
             "content": {"size": 0, "mimeType": "application/json",
               "text": "{\"self\":\"https://api.example.com/users/7\",\"esc\":\"https:\\/\\/api.example.com\\/x\",\"not\":\"https://api.example.com.evil/\",\"port\":\"https://api.example.com:8443/\"}"}}}
        ]}}
        """#

    private func reply(exact: Bool) async throws -> (RawClient.Response, origin: String) {
        var diagnostics: [Diagnostic] = []
        let source = SourceText(path: "links.har", bytes: Array(Self.har.utf8))
        let recording = try #require(Recording.read(source, exact: exact, diagnostics: &diagnostics))
        let backend = try Backend.start(recording.scenario(named: "links"))
        let client = try await RawClient(port: backend.port)
        await client.send("POST /users HTTP/1.1\r\nHost: a\r\n\r\n")
        return (try #require(await client.response()), "http://127.0.0.1:\(backend.port)")
    }

    @Test("A replay replaces the recorded origin in Location, Link and JSON links, and nowhere else.")
    func rewritten() async throws {
        let (reply, origin) = try await reply(exact: false)
        #expect(reply.status == 201)
        #expect(reply.header("Location") == "\(origin)/users/7")
        #expect(reply.header("Link") == "<\(origin)/users?page=2>; rel=\"next\", <https://other.example/>; rel=up")
        #expect(reply.header("Set-Cookie") == "id=1; Path=/")
        #expect(reply.header("Date") != "Sat, 21 Nov 2020 02:26:15 GMT")
        let escaped = origin.replacing("/", with: #"\/"#)
        #expect(
            reply.text
                == #"{"self":"\#(origin)/users/7","esc":"\#(escaped)\/x","not":"https://api.example.com.evil/","#
                + #""port":"https://api.example.com:8443/"}"#
        )
    }

    @Test("An exact replay keeps the recorded origin, dates and cookies.")
    func exact() async throws {
        let (reply, _) = try await reply(exact: true)
        #expect(reply.header("Location") == "https://api.example.com/users/7")
        #expect(reply.header("Set-Cookie") == "id=1; Domain=api.example.com; Secure; Path=/")
        #expect(reply.header("Date") == "Sat, 21 Nov 2020 02:26:15 GMT")
        #expect(reply.text.contains(#""self":"https://api.example.com/users/7""#))
    }
}
