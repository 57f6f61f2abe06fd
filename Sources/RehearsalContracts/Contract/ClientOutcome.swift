public import Rehearsal

/// What a call of a client came to, in terms that all clients share.
///
/// Rules are judged on these alone, never on a message.
public enum ClientOutcome: Sendable, Hashable {
    /// A value; `null` for a call that returns nothing.
    case value(JSON, Freshness = .fresh)
    /// The server answered with a status that is no success, and what of its answer can still be read.
    case http(status: Int, headers: Scenario.Headers = [:], body: [UInt8]? = nil)
    /// The answer is not what was agreed: what is wrong, where in it (`$[1].total_price`), and the status it came with.
    case decoding(Decoding, path: String? = nil, status: Int? = nil)
    /// There is no whole answer; with the code of the network stack, if it has one.
    case transport(Transport, code: Int? = nil)
    /// Nothing came in time.
    case timeout
    /// The caller cancelled.
    case cancelled
    /// The server does not know who asks, or does not let them.
    case auth(Authentication, status: Int? = nil)
    /// The request was never sent, because it cannot be right; with the field that is wrong.
    case invalidRequest(field: String? = nil)
    /// What it means to the app (`spotUnavailable`), the status it was told by, and the reason that goes with it.
    case domain(String, status: Int? = nil, reason: String? = nil)
    /// The call did not return. The harness says so, not the client.
    case hang
    /// The process died. The harness says so, not the client.
    case crash(String)

    /// Where a value is from.
    public struct Freshness: Sendable, Hashable {
        /// It may not be so any more, and the client says that.
        public var isStale = false
        /// It was not asked for this time.
        public var isFromCache = false
        /// How many elements were left out because they could not be read, where the client says that.
        public var skipped: Int?

        /// From the server, just now, and whole.
        public static let fresh = Freshness()

        /// A note on a value.
        public init(isStale: Bool = false, isFromCache: Bool = false, skipped: Int? = nil) {
            (self.isStale, self.isFromCache, self.skipped) = (isStale, isFromCache, skipped)
        }
    }

    /// What is wrong with the body of an answer.
    public enum Decoding: String, Sendable, Hashable, CaseIterable {
        case keyNotFound, typeMismatch, valueNotFound, dataCorrupted, empty, contentType
    }

    /// Why there is no whole answer.
    public enum Transport: String, Sendable, Hashable, CaseIterable {
        case cannotConnect, dns, connectionLost, incomplete, badResponse, tls, redirect, encoding, other
    }

    /// Why a request has no right to an answer.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        case unauthenticated, refreshFailed, forbidden
    }
}

extension ClientOutcome {
    /// Which of them it is, without what goes with it.
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

    /// The names of the outcomes, as the process protocol writes them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case value, http, decoding, transport, timeout, cancelled, auth, invalidRequest, domain, hang, crash
    }

    /// The status that the client still knows; nil if it knows none.
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
    /// In one line, as reports show it: `http(503)`, `decoding(keyNotFound, $[1].total_price)`.
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
