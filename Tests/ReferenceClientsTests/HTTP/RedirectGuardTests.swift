import Foundation
import TestAdmission
import Testing

@testable import ReferenceClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Guarded redirects", .limitedConcurrency)
struct RedirectGuardTests {
    @Test(
        "A default port equals its explicit form, and another origin is not followed.",
        arguments: [
            ("http://a.example/old", "http://a.example:80/new", true),
            ("https://a.example:443/old", "https://A.example/new", true),
            ("http://a.example/old", "https://a.example/new", false),
            ("http://a.example/old", "http://a.example:8080/new", false),
            ("http://a.example/old", "http://b.example/new", false),
        ],
    )
    func ports(_ old: String, _ new: String, _ isFollowed: Bool) throws {
        let from = try #require(URL(string: old))
        let response = try #require(
            HTTPURLResponse(url: from, statusCode: 302, httpVersion: "HTTP/1.1", headerFields: ["Location": new])
        )
        let asked = URLRequest(url: from)
        let sut = RedirectGuard.request(after: response, proposed: asked, original: asked)
        #expect(sut?.url == (isFollowed ? URL(string: new) : nil))
    }

    @Test("The proxy in a 305 is not requested.")
    func proxy() throws {
        let from = try #require(URL(string: "http://a.example/old"))
        let fields = ["Location": "http://a.example/new"]
        let response = try #require(
            HTTPURLResponse(url: from, statusCode: 305, httpVersion: "HTTP/1.1", headerFields: fields)
        )
        let asked = URLRequest(url: from)
        #expect(RedirectGuard.request(after: response, proposed: asked, original: asked) == nil)
    }
}
