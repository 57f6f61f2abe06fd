import Foundation
import TestAdmission
import Testing

@testable import RehearsalURLSession

@Suite("URLs that a route matches", .limitedConcurrency)
struct HostMapTests {
    private func map(_ base: String = "http://127.0.0.1:8080", _ hosts: String...) throws -> HostMap {
        HostMap(try #require(URL(string: base)), hosts: hosts)
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(
        "A route matches its host in any case and with any port, over HTTP and HTTPS.",
        arguments: ["https://api.example.com/a", "http://API.Example.com:8443", "https://api.example.com./a"]
    )
    func named(_ text: String) throws {
        #expect(try map("http://127.0.0.1:8080", "api.example.com").isRouted(url(text)))
        #expect(try map("http://127.0.0.1:8080", "https://Api.example.com:8443/v1").isRouted(url(text)))
    }

    @Test(
        "A route does not match other hosts and schemes.",
        arguments: [
            "https://example.com/api.example.com", "https://xapi.example.com", "https://api.example.com.evil.org",
            "wss://api.example.com", "file:///api.example.com", "https://other.org",
        ]
    )
    func unnamed(_ text: String) throws {
        #expect(try !map("http://127.0.0.1:8080", "api.example.com").isRouted(url(text)))
    }

    @Test(
        "A star matches one or more labels before the rest.",
        arguments: [
            ("https://api.example.com", true), ("https://v2.api.example.com", true), ("https://example.com", false),
            ("https://badexample.com", false),
        ]
    )
    func star(_ text: String, _ leads: Bool) throws {
        #expect(try map("http://127.0.0.1:8080", "*.example.com").isRouted(url(text)) == leads)
    }

    @Test(
        "The backend URL keeps the path and the query unchanged.",
        arguments: ["/a%2Fb/../c;d?x=1+2&y=%20&&z", "/", "", "?x=1", "/%E2%82%AC/|"]
    )
    func resource(_ text: String) throws {
        let asked = try url("https://user@api.example.com:8443" + text)
        let resource = String(asked.absoluteString.dropFirst("https://user@api.example.com:8443".count))
        #expect(try map().backendURL(for: asked)?.absoluteString == "http://127.0.0.1:8080" + resource)
        #expect(try map("http://h/~k7/").backendURL(for: asked)?.absoluteString == "http://h/~k7" + resource)
    }

    @Test("The authority equals the value of a Host header.")
    func authority() throws {
        #expect(HostMap.authority(of: try url("https://user:word@api.example.com:8443/a@b")) == "api.example.com:8443")
        #expect(HostMap.authority(of: try url("https://api.example.com?a")) == "api.example.com")
        #expect(HostMap.authority(of: try url("http://[fd00::1]:80/a")) == "[fd00::1]:80")
    }

    @Test(
        "A redirect resolves to the URL that a client of the original host would follow.",
        arguments: [
            ("/new", "https://api.example.com/new"), ("new", "https://api.example.com/old/new"),
            ("?page=2", "https://api.example.com/old/item?page=2"),
            ("//cdn.example.com/x", "https://cdn.example.com/x"),
            ("https://other.org/x", "https://other.org/x"),
            ("http://127.0.0.1:8080/new?a", "https://api.example.com/new?a"),
            ("http://127.0.0.1:8080", "https://api.example.com"),
            ("http://127.0.0.1:80801/x", "http://127.0.0.1:80801/x"),
        ]
    )
    func redirect(_ location: String, _ target: String) throws {
        let asked = try url("https://api.example.com/old/item")
        #expect(try map().redirect(to: location, from: asked)?.absoluteString == target)
    }

    @Test("A redirect to the backend loses the path of the base URL.")
    func prefix() throws {
        let asked = try url("https://api.example.com/old")
        let target = try map("http://127.0.0.1:8080/~k7").redirect(to: "http://127.0.0.1:8080/~k7/new", from: asked)
        #expect(target?.absoluteString == "https://api.example.com/new")
    }
}
