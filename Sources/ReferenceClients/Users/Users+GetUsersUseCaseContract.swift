extension Users {
    /// Gets what the list of users shows.
    public protocol GetUsersUseCaseContract: Sendable {
        /// The users, in the order in which they are shown.
        func execute() async throws -> [User]
    }
}
