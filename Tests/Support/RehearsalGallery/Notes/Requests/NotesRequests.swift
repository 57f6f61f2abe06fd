import Rehearsal

extension BaseURL {
    /// Returns the request for a call of the notes client.
    ///
    /// - Parameter token: the access token; nil for none.
    func request(for call: Call, token: String? = nil) -> WireRequest {
        var request = WireRequest(
            call.method.rawValue,
            target(of: call, defect: nil),
            headers: ["Accept": "application/json"]
        )
        request.headers.fields += call.headers.fields
        if let token { request.headers.append("Authorization", "Bearer \(token)") }
        if let key = call.idempotencyKey { request.headers.append(Notes.idempotencyKey, "\"\(key)\"") }
        if let body = call.body {
            request.headers.append("Content-Type", "application/json")
            request.body = body.bytes()
        }
        return request
    }
}

/// The final reply to a call, and the attempts before it.
struct NotesAnswer: Sendable {
    var reply: WireReply
    /// The number of attempts, including the last one.
    var attempts: Int
    /// Whether the server may have carried out an attempt before the last one.
    var mayHaveArrived: Bool

    /// Returns the decoded body of a successful reply.
    ///
    /// - Throws: ``NotesError``.
    func value<Value>(_ read: (Node) throws(DecodingFailure) -> Value) throws(NotesError) -> Value {
        try requireSuccess()
        do throws(DecodingFailure) { return try read(Node(body: reply.body, defect: nil)) } catch {
            throw .unreadable(error, reply)
        }
    }

    /// Throws the error of a reply whose status is not a success.
    func requireSuccess() throws(NotesError) {
        // An unrequested partial reply is not a complete one (RFC 9110 §15.3.7).
        guard reply.isSuccess, reply.status != 206 else { throw .http(reply) }
    }
}
