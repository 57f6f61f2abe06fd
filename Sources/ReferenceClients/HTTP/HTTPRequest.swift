public import Foundation

/// What a request asks a server to do (RFC 9110 §9).
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads.
    case get = "GET"
    /// Reads the head only.
    case head = "HEAD"
    /// Creates, or anything else that is not covered by another method.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes a part.
    case patch = "PATCH"
    /// Removes.
    case delete = "DELETE"

    /// Whether a repeated request has the effect of one (RFC 9110 §9.2.2), so that a lost one may be sent again.
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }
}

/// A request as it goes to a server.
public struct HTTPRequest: Sendable, Hashable {
    /// What is asked.
    public var method: HTTPMethod
    /// Where.
    public var url: URL
    /// Every field but those that the connection adds.
    public var headers: HeaderFields
    /// What follows the head.
    public var body: Data?

    /// A request.
    public init(method: HTTPMethod, url: URL, headers: HeaderFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Whether it may be sent again when it is not known what became of it.
    ///
    /// So it is with an idempotent method (RFC 9110 §9.2.2), and with a key by which the server knows it again
    /// (draft-ietf-httpapi-idempotency-key-header §2).
    public var isRepeatable: Bool { method.isIdempotent || headers["Idempotency-Key"] != nil }

    /// The same request with a bearer token (RFC 6750 §2.1).
    func bearing(_ token: String) -> HTTPRequest {
        var request = self
        request.headers["Authorization"] = "Bearer \(token)"
        return request
    }
}
