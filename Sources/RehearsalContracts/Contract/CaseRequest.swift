package import Rehearsal

/// What a subject is asked to do for one case: one call, or several of one operation, with a client made for it.
package struct CaseRequest: Sendable {
    /// Which case it is; the answer carries it too.
    package var id: String
    /// The operation to call.
    package var operation: String
    package var args: JSON = [:]
    /// Where the backend of this case is: `http://127.0.0.1:51234`, with a base path where the case has one.
    package var baseURL: String
    /// The bearer token that the client starts with.
    package var token: String?
    /// What it gets another one with.
    package var refreshToken: String?
    /// How long one attempt may be without an answer.
    package var timeout: Duration?
    /// How long the whole call may take.
    package var deadline: Duration?
    /// When the call is cancelled, counted from its beginning; nil for never.
    package var cancelAfter: Duration?
    /// How many times it is called, one after the other, with one client.
    package var repetitions = 1
    /// How many times it is called at once, with one client.
    package var parallel = 1
    /// What the client has stored.
    package var store: [String: JSON] = [:]
    /// What its network monitor says.
    package var isOnline = true

    package init(id: String, operation: String, baseURL: String = "") {
        (self.id, self.operation, self.baseURL) = (id, operation, baseURL)
    }
}
