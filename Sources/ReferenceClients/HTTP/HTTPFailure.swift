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

/// What went wrong, in the words of the server (RFC 9457).
public struct Problem: Sendable, Hashable, Decodable {
    /// What kind of problem it is: a URI reference, `about:blank` if nothing is said.
    public let type: String
    /// The kind in a few words.
    public let title: String?
    /// What happened this time.
    public let detail: String?
    /// Which occurrence it was: a URI reference.
    public let instance: String?

    private enum CodingKeys: String, CodingKey {
        case type
        case title
        case detail
        case instance
    }

    /// A member of another type than it should be is ignored (RFC 9457 §3.1), and so is any other.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = (try? container.decode(String.self, forKey: .type)) ?? "about:blank"
        title = try? container.decode(String.self, forKey: .title)
        detail = try? container.decode(String.self, forKey: .detail)
        instance = try? container.decode(String.self, forKey: .instance)
    }

    /// The problem in an answer; nil if the answer is of another media type, or no JSON.
    init?(of response: HTTPResponse) {
        let type = response.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type.trimmingCharacters(in: .whitespaces) == "application/problem+json" else { return nil }
        guard let problem = try? JSONDecoder().decode(Problem.self, from: response.body) else { return nil }
        self = problem
    }
}
