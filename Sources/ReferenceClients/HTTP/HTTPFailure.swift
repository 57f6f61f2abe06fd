public import Foundation

/// An answer that says no, with everything that it says.
public struct HTTPFailure: Sendable, Hashable {
    /// The answer as it arrived.
    public let response: HTTPResponse
    /// What it says about itself, if it is a problem document (RFC 9457).
    public let problem: Problem?

    /// A failure.
    public init(_ response: HTTPResponse) {
        self.response = response
        problem = Problem(of: response)
    }

    /// Three digits; the status line decides, not what the body claims.
    public var status: Int { response.status }
    /// As they arrived.
    public var headers: HeaderFields { response.headers }
    /// As it arrived, also where it is no JSON.
    public var body: Data { response.body }
    /// What a person who reads the server's log needs to find this exchange.
    public var requestID: String? { headers["X-Request-ID"] ?? headers["Request-ID"] }
    /// When to come again, if the server says it (RFC 9110 §10.2.3).
    public var retryAfter: RetryAfter? { RetryAfter(of: response) }
}
