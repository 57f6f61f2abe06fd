/// Somebody who is to be asked to join.
public struct InviteUserRequest: Sendable, Hashable, Encodable {
    /// Where the invitation goes.
    public var email: String
    /// What they may do.
    public var role: String

    /// A request.
    public init(email: String, role: String) {
        self.email = email
        self.role = role
    }

    /// The same.
    ///
    /// - Throws: ``ValidationError`` if it must not be sent.
    func validated() throws -> InviteUserRequest {
        guard EmailAddress.isValid(email) else { throw ValidationError.invalidEmail }
        _ = try role.notBlank(or: ValidationError.emptyRole)
        return self
    }
}
