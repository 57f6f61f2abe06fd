extension Users {
    /// Gets the users from a repository.
    public struct GetUsersUseCase: GetUsersUseCaseContract {
        private let repository: any UserRepositoryContract

        /// A use case over a repository.
        public init(repository: any UserRepositoryContract) { self.repository = repository }

        /// The users by name; of one name, who came first is first.
        public func execute() async throws -> [User] {
            try await repository.getUsers().sorted { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }
        }
    }
}
