import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Parts of a recorded request", .limitedConcurrency)
struct EntryPartsTests {
    private func entry(_ target: String) -> Journal.Entry {
        let head = Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        return Journal.Entry(ordinal: 0, session: "s", connection: 0, exchange: 0, at: 0, headAt: nil, rawHead: head)
    }

    @Test(
        "The path is that of the target, without query and authority, as the client sent it.",
        arguments: [
            ("/users/42?page=2", "/users/42"), ("/a%20b", "/a%20b"), ("http://a:80/users?x", "/users"), ("*", "*"),
            ("http://a", "/"), ("/?", "/"),
        ]
    )
    func path(_ target: String, _ path: String) { #expect(entry(target).path == path) }

    @Test(
        "The query has the decoded values of each parameter in their order.",
        arguments: [
            ("/a?page=2&limit=10", ["page": ["2"], "limit": ["10"]]), ("/a?x=1&x=2", ["x": ["1", "2"]]),
            ("/a?q=a%20b+c&flag&e=", ["q": ["a b c"], "flag": [""], "e": [""]]), ("/a?x=1=2", ["x": ["1=2"]]),
            ("/a", [:]), ("/a?", [:]), ("/a?&&x=1&", ["x": ["1"]]), ("/a?=1", ["": ["1"]]),
        ]
    )
    func query(_ target: String, _ query: [String: [String]]) { #expect(entry(target).query == query) }

    @Test("The body is available as text and, if it is complete, as JSON.")
    func body() {
        let text = Array(#"{"id":7}"#.utf8)
        #expect(Journal.Body(length: text.count, kept: text).text == #"{"id":7}"#)
        #expect(Journal.Body(length: text.count, kept: text).json == ["id": 7])
        #expect(Journal.Body(length: text.count + 1, kept: text).json == nil)
        #expect(Journal.Body(length: 1, kept: [0x7B]).json == nil)
    }
}
