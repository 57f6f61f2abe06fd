public import Foundation

/// An HTTP request method (RFC 9110 §9).
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Reads the head of a response.
    case head = "HEAD"
    /// Creates a resource, or performs an action of another kind.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes a part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"

    /// Whether a repeated request has the effect of a single one (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }
}

/// An HTTP request to a server.
public struct HTTPRequest: Sendable, Hashable {
    /// The request method.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: URL
    /// The header fields, without those that the connection adds.
    public var headers: HeaderFields
    /// The content.
    public var body: Data?
    /// The number of failed attempts before this request, which count against its retries.
    public var failedAttempts = 0

    /// Creates a request.
    public init(method: HTTPMethod, url: URL, headers: HeaderFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Whether the request can be sent again after its response was lost.
    ///
    /// True for an idempotent method (RFC 9110 §9.2.2) or a request with an idempotency key
    /// (draft-ietf-httpapi-idempotency-key-header §2).
    public var isRepeatable: Bool { method.isIdempotent || headers["Idempotency-Key"] != nil }

    /// Returns the request with a bearer token (RFC 6750 §2.1).
    func authorized(_ token: String) -> HTTPRequest {
        var request = self
        request.headers["Authorization"] = "Bearer \(token)"
        return request
    }
}
