public import Foundation

/// A response with a status that is not a success.
public struct HTTPFailure: Sendable, Hashable {
    /// The response as received.
    public let response: HTTPResponse
    /// The problem details of the body (RFC 9457), if any.
    public let problem: ProblemDetails?

    /// Creates a failure.
    public init(_ response: HTTPResponse) {
        self.response = response
        problem = ProblemDetails(of: response)
    }

    /// The status code of the status line, which takes precedence over the body.
    public var status: Int { response.status }
    /// The header fields as received.
    public var headers: HeaderFields { response.headers }
    /// The body as received, JSON or not.
    public var body: Data { response.body }
    /// The identifier of the exchange in the server's log.
    public var requestID: String? { headers["X-Request-ID"] ?? headers["Request-ID"] }
    /// The `Retry-After` value (RFC 9110 §10.2.3), if any.
    public var retryAfter: RetryAfter? { RetryAfter(of: response) }
}

/// The problem details of a response (RFC 9457).
public struct ProblemDetails: Sendable, Hashable, Decodable {
    /// The problem type as a URI reference; `about:blank` by default.
    public let type: String
    /// The short summary of the problem type.
    public let title: String?
    /// The explanation of this occurrence.
    public let detail: String?
    /// The identifier of this occurrence, a URI reference.
    public let instance: String?

    private enum CodingKeys: String, CodingKey {
        case type
        case title
        case detail
        case instance
    }

    /// Decodes a document; ignores unknown members and members of a wrong type (RFC 9457 §3.1).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = (try? container.decode(String.self, forKey: .type)) ?? "about:blank"
        title = try? container.decode(String.self, forKey: .title)
        detail = try? container.decode(String.self, forKey: .detail)
        instance = try? container.decode(String.self, forKey: .instance)
    }

    /// Decodes the problem details of a response; returns nil for another media type or invalid JSON.
    init?(of response: HTTPResponse) {
        let type = response.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type.trimmingCharacters(in: .whitespaces) == "application/problem+json" else { return nil }
        guard let problem = try? JSONDecoder().decode(ProblemDetails.self, from: response.body) else { return nil }
        self = problem
    }
}
