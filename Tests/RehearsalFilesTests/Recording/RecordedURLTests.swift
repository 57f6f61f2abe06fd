import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Recorded URLs", .limitedConcurrency)
struct RecordedURLTests {
    @Test(
        "A recorded URL is split into a normalized origin, the path and the query.",
        arguments: [
            ("https://api.example/a/b?c=d", "https://api.example", "/a/b", "c=d"),
            ("https://api.example", "https://api.example", "/", nil),
            ("https://api.example?x", "https://api.example", "/", "x"),
            ("https://api.example#top", "https://api.example", "/", nil),
            ("https://api.example/a?#b?c", "https://api.example", "/a", nil),
            ("HTTPS://API.Example:443/A", "https://api.example", "/A", nil),
            ("http://api.example:443/", "http://api.example:443", "/", nil),
            ("http://api.example:80/", "http://api.example", "/", nil),
            ("https://ann:p@ss@api.example:8443/a@b", "https://api.example:8443", "/a@b", nil),
            ("http://[::1]:8080/a", "http://[::1]:8080", "/a", nil),
            ("http://[2001:DB8::1]/a", "http://[2001:db8::1]", "/a", nil),
            ("http://h/a?b=c?d", "http://h", "/a", "b=c?d"),
            ("http://h/%7Euser//x/", "http://h", "/%7Euser//x/", nil),
        ] as [(String, String, String, String?)]
    )
    func parts(text: String, origin: String, path: String, query: String?) throws {
        let sut = try RecordedURL(text)

        #expect(sut.origin == origin)
        #expect(sut.path == path)
        #expect(sut.query == query)
    }

    @Test(
        "A URL with another scheme than HTTP, or without a host, is rejected.",
        arguments: [
            "data:text/plain,hi", "blob:https://a.example/1", "ws://a/", "wss://a/", "chrome-extension://abc/x.js",
            "/relative", "", "https:///a", "https:/a", "https://a:b/", "https://[::1/", "://a", "1http://a/",
        ]
    )
    func refused(text: String) {
        #expect(throws: RecordedURL.Invalid.self) { try RecordedURL(text) }
    }

    @Test(
        "The pattern for a path consists of literal segments, even if the path contains braces or stars.",
        arguments: [
            ("/a/{id}/*", "/a/%7Bid%7D/%2A"), ("/**", "/%2A%2A"), ("/%7euser/%c3%a9", "/~user/%C3%A9"),
            ("/é b", "/%C3%A9%20b"),
            ("/a;b=c:1,2/@x", "/a;b=c:1,2/@x"), ("/100%/", "/100%25/"),
        ]
    )
    func literalPatterns(path: String, text: String) throws {
        let sut = RecordedURL.pattern(for: path)

        #expect(sut.text == text)
        #expect(
            try sut.segments().allSatisfy { segment in
                if case .literal = segment { true } else { false }
            }
        )
    }

    @Test("Query items are decoded like forms, and keep their order and repeats.")
    func items() {
        let sut = RecordedURL.items(of: "b=1+2&a=%C3%A9%2B&&b=1+2&c&d=e=f")

        let pairs = sut.map { [$0.name, $0.value].map { String(decoding: $0, as: UTF8.self) } }
        #expect(pairs == [["b", "1 2"], ["a", "é+"], ["b", "1 2"], ["c", ""], ["d", "e=f"]])
        #expect(RecordedURL.items(of: nil).isEmpty)
    }
}
