extension Users {
    /// Gets what the list of users shows.
    public protocol GetUsersUseCaseContract: Sendable {
        /// The users, in the order in which they are shown.
        func execute() async throws -> [User]
    }

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

    /// Shows the list of users.
    @MainActor
    public final class UserListViewModel {
        /// What is shown.
        public var state: ListState<User> { list.state }

        private let list: LoadedList<User>
        private let getUsers: any GetUsersUseCaseContract

        /// A view model.
        ///
        /// - Parameter didChange: called after each change of what is shown.
        public init(
            getUsers: any GetUsersUseCaseContract,
            didChange: @escaping @MainActor (ListState<User>) -> Void = { _ in },
        ) {
            list = LoadedList(didChange: didChange)
            self.getUsers = getUsers
        }

        /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
        public func load() async { await list.load(getUsers.execute) }
    }
}
