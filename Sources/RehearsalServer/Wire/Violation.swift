/// A rule of HTTP, or a limit of this server, that a request broke.
struct Violation: Error, Equatable {
    /// What the request is answered with.
    let status: Int
    /// The rule with its section, for the journal.
    let rule: String

    init(_ status: Int, _ rule: String) {
        self.status = status
        self.rule = rule
    }
}
