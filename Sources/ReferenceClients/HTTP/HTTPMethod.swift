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
