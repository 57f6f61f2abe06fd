public import Rehearsal

/// The outcome of a client's call, in the same terms for every client.
///
/// The rules compare these values, and never the text of an error.
public enum ClientOutcome: Sendable, Hashable {
    /// The returned value and its source; the value is `null` for an operation that returns nothing.
    case value(JSON, Freshness = .fresh)
    /// An error for an HTTP status, with the headers and the body of the reply that the client reports.
    case http(status: Int, headers: Scenario.Headers = [:], body: [UInt8]? = nil)
    /// A reply that cannot be decoded: the kind of error, its path (`$[1].total_price`), and the status of the reply.
    case decoding(Decoding, path: String? = nil, status: Int? = nil)
    /// The client received no complete reply. The code is that of the network stack; nil if it reports none.
    case transport(Transport, code: Int? = nil)
    /// The timeout expired.
    case timeout
    /// The caller cancelled the call.
    case cancelled
    /// The server did not accept the credentials, or does not permit the operation.
    case auth(Authentication, status: Int? = nil)
    /// The client rejected its input and sent no request. The field is the invalid one; nil if it is not reported.
    case invalidRequest(field: String? = nil)
    /// A domain error of the app (`spotUnavailable`), the HTTP status that caused it, and its reason.
    case domain(String, status: Int? = nil, reason: String? = nil)
    /// The call did not return. The harness reports this, not the client.
    case hang
    /// The process ended. The harness reports this, not the client.
    case crash(String)

    /// The source of a value: the server or the client's store, as the client reports it.
    public struct Freshness: Sendable, Hashable {
        /// Whether the client reports that the value may be out of date.
        public var isStale = false
        /// Whether the client returned a stored value without a request.
        public var isFromCache = false
        /// The number of list elements that the client skipped because it could not decode them; nil if not reported.
        public var skipped: Int?

        /// The source of a value that the client just received from the server, without reported skipped elements.
        public static let fresh = Freshness()

        /// Creates a description of the source of a value.
        public init(isStale: Bool = false, isFromCache: Bool = false, skipped: Int? = nil) {
            (self.isStale, self.isFromCache, self.skipped) = (isStale, isFromCache, skipped)
        }
    }

    /// A kind of decoding error: those of Swift's `DecodingError`, an empty body, or a wrong media type.
    public enum Decoding: String, Sendable, Hashable, CaseIterable {
        case keyNotFound, typeMismatch, valueNotFound, dataCorrupted, empty, contentType
    }

    /// A reason why the client received no complete reply.
    public enum Transport: String, Sendable, Hashable, CaseIterable {
        case cannotConnect, dns, connectionLost, incomplete, badResponse, tls, redirect, encoding, other
    }

    /// A reason for an authentication failure.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        case unauthenticated, refreshFailed, forbidden
    }
}

extension ClientOutcome {
    package var kind: Kind {
        switch self {
        case .value: .value
        case .http: .http
        case .decoding: .decoding
        case .transport: .transport
        case .timeout: .timeout
        case .cancelled: .cancelled
        case .auth: .auth
        case .invalidRequest: .invalidRequest
        case .domain: .domain
        case .hang: .hang
        case .crash: .crash
        }
    }

    /// The kinds of outcomes, named as in the process protocol.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case value, http, decoding, transport, timeout, cancelled, auth, invalidRequest, domain, hang, crash
    }

    /// The status that the client reports; nil if it reports none.
    package var status: Int? {
        switch self {
        case .http(let status, _, _): status
        case .decoding(_, _, let status), .auth(_, let status), .domain(_, let status, _): status
        default: nil
        }
    }

    /// The value; nil for any other outcome.
    package var value: JSON? {
        if case .value(let value, _) = self { value } else { nil }
    }
}

extension ClientOutcome: CustomStringConvertible {
    /// The outcome in one line, as in reports: `http(503)`, `decoding(keyNotFound, $[1].total_price)`.
    public var description: String {
        switch self {
        case .value(let value, let freshness): "value(\(Self.short(value))\(freshness.note))"
        case .http(let status, _, _): "http(\(status))"
        case .decoding(let detail, let path, let status):
            "decoding(\([detail.rawValue, path, status.map { "status \($0)" }].compactMap(\.self).joined(separator: ", ")))"
        case .transport(let detail, let code): "transport(\(detail.rawValue)\(code.map { ", \($0)" } ?? ""))"
        case .timeout: "timeout"
        case .cancelled: "cancelled"
        case .auth(let detail, _): "auth(\(detail.rawValue))"
        case .invalidRequest(let field): "invalidRequest(\(field ?? ""))"
        case .domain(let name, _, let reason): "domain(\(name)\(reason.map { ", \"\($0)\"" } ?? ""))"
        case .hang: "hang"
        case .crash(let reason): "crash(\(reason))"
        }
    }

    private static func short(_ value: JSON) -> String {
        let text = String(decoding: value.bytes(), as: UTF8.self)
        return text.count > 80 ? "\(text.prefix(79))…" : text
    }
}

extension ClientOutcome.Freshness {
    fileprivate var note: String {
        (isStale ? ", stale" : "") + (isFromCache ? ", from the cache" : "") + (skipped.map { ", \($0) skipped" } ?? "")
    }
}
