import Foundation
import TestAdmission
import Testing

@testable import RehearsalURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a URL protocol that records the calls.
private final class RecordingClient: NSObject, URLProtocolClient, @unchecked Sendable {
    // Sendable: one test uses it, on one thread.
    var calls: [String] = []

    func urlProtocol(_ loader: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
        calls.append("redirected to \(request.url?.path ?? "")")
    }
    func urlProtocol(_ loader: URLProtocol, didFailWithError error: any Error) {
        let error = error as NSError
        calls.append("failed with \(error.domain) \(error.code)")
    }
    func urlProtocol(_ loader: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {}
    func urlProtocol(
        _ loader: URLProtocol,
        didReceive response: URLResponse,
        cacheStoragePolicy: URLCache.StoragePolicy
    ) {}
    func urlProtocol(_ loader: URLProtocol, didLoad data: Data) {}
    func urlProtocolDidFinishLoading(_ loader: URLProtocol) {}
    func urlProtocol(_ loader: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
    func urlProtocol(_ loader: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}

@Suite("A redirect that the app's session follows", .limitedConcurrency)
struct ReportedRedirectTests {
    @Test("The protocol reports the redirect and then ends with NSUserCancelledError.")
    func redirect() throws {
        let url = try #require(URL(string: "https://api.example.com/a"))
        let next = try #require(URL(string: "https://api.example.com/b"))
        let response = try #require(HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil))
        let client = RecordingClient()
        let sut = NumberedProtocol<Zero>(request: URLRequest(url: url), cachedResponse: nil, client: client)
        sut.report(.redirected(response, to: URLRequest(url: next)), to: client)
        #expect(client.calls == ["redirected to /b", "failed with \(NSCocoaErrorDomain) \(NSUserCancelledError)"])
    }
}
