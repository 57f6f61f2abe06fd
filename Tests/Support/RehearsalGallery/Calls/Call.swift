import Rehearsal

/// One thing asked of the server, however many attempts it takes.
struct Call: Sendable {
    var method: Scenario.Method
    /// Below the base URL, without a slash in front.
    var path: String
    var body: JSON?
    /// Equal on every attempt; nil for none.
    var key: String?

    init(_ method: Scenario.Method, _ path: String, body: JSON? = nil, key: String? = nil) {
        (self.method, self.path, self.body, self.key) = (method, path, body, key)
    }

    /// Whether sending it twice does no more than sending it once.
    var isRepeatable: Bool { key != nil || [.get, .put, .delete].contains(method) }
}
