/// What a backend answers that says no inside of a 200: `{"success": false, "message": "…"}`.
struct ConfirmationDTO: Decodable {
    var success: Bool
    /// For the user, in either case.
    var message: String?

    /// What the backend says to what it did.
    ///
    /// - Throws: ``Refusal`` if it did not do it.
    func confirmation() throws -> String {
        guard success else { throw Refusal(message: message ?? "This could not be done.") }
        return message ?? ""
    }
}
