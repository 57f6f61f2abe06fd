#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal

/// The next request after a redirect (RFC 9110 §15.4).
struct Redirect: Sendable {
    /// The host and the port of the target.
    let host: String
    let port: Int
    let request: WireRequest

    /// The maximum number of redirects of one request.
    static func maximum(_ defect: Defect?) -> Int { defect == .followsEndlessly ? 200 : 20 }

    /// Returns the next request; nil if the reply is not a redirect that is followed.
    ///
    /// - Parameters:
    ///   - host: the host of the redirected request.
    ///   - port: the port of the redirected request.
    init?(_ reply: WireReply, after request: WireRequest, host: String, port: Int, defect: Defect?) {
        var statuses = [301, 302, 303, 307, 308]
        if defect == .ignoresPermanentRedirect { statuses.removeLast() }
        guard statuses.contains(reply.status), let location = reply.headers["Location"],
            let base = URL(string: "http://\(host):\(port)\(defect == .resolvesAtRoot ? "/" : request.target)"),
            let url = URL(string: location, relativeTo: base)?.absoluteURL, let next = url.host(),
            url.scheme == "http" || defect == .followsAnyScheme
        else { return nil }
        var request = request
        request.target = (url.path().isEmpty ? "/" : url.path()) + (url.query().map { "?\($0)" } ?? "")
        let isPost = request.method == "POST" && [301, 302].contains(reply.status)
        if isPost || reply.status == 303 && request.method != "HEAD" { request.dropBody(defect) }
        if defect == .redirectsWithoutBody { request.body = request.body.map { _ in [] } }
        (self.host, self.port) = (next, url.port ?? 80)
        if next != host || self.port != port, defect != .forwardsToken {
            request.headers.fields.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
        }
        self.request = request
    }
}

extension WireRequest {
    /// Makes the request a GET without a body and without the header fields that describe one.
    fileprivate mutating func dropBody(_ defect: Defect?) {
        if defect != .keepsMethodAfterSeeOther { method = "GET" }
        body = nil
        headers.fields.removeAll { $0.name.lowercased() == "content-type" }
    }
}
