import Rehearsal

/// A call of the API, for which the client may send several requests.
struct Call: Sendable {
    var method: Scenario.Method
    /// The path relative to the base URL, without a leading slash.
    var path: String
    var body: JSON?
    /// Further header fields.
    var headers: Scenario.Headers = [:]
    /// The idempotency key, equal on every attempt; nil for none.
    var idempotencyKey: String?

    /// The escaped form of a text in a path segment or a query.
    static func escaped(_ text: String) -> String {
        String(decoding: PercentEncoding.escaped(text.utf8), as: UTF8.self)
    }

    init(_ method: Scenario.Method, _ path: String, body: JSON? = nil, key: String? = nil) {
        (self.method, self.path, self.body, self.idempotencyKey) = (method, path, body, key)
    }

    /// Whether the call is idempotent (RFC 9110 §9.2.2) or has an idempotency key.
    var isIdempotent: Bool { idempotencyKey != nil || [.get, .put, .delete].contains(method) }
}
