/// What a user sends in.
public struct SubmissionInput: Sendable, Hashable, Encodable {
    /// What it is about.
    public var subject: String
    /// What is said about it.
    public var comment: String

    /// An input.
    public init(subject: String, comment: String) {
        self.subject = subject
        self.comment = comment
    }
}
