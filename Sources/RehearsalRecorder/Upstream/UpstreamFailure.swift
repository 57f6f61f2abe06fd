package import RehearsalFiles

/// Why no reply, or not all of one, came from a real backend.
package struct UpstreamFailure: Error, Hashable {
    package var kind: RecordedExchange.Failure
    /// What happened, as the end of a sentence about the backend: `it reset the connection`.
    package var detail: String
    /// What the person who records may do about it.
    package var hint: String?

    init(_ kind: RecordedExchange.Failure, _ detail: String, hint: String? = nil) {
        (self.kind, self.detail, self.hint) = (kind, detail, hint)
    }

    /// What the client gets in place of a reply (RFC 9110 §15.6.3, §15.6.5).
    var status: Int { kind == .timeout ? 504 : 502 }
}
