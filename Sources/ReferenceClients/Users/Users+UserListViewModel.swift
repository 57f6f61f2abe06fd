extension Users {
    /// A use case that reads the list of users.
    public protocol GetUsersUseCaseContract: Sendable {
        /// Returns the users in display order.
        func execute() async throws -> [User]
    }

    /// A use case that reads users from a repository.
    public struct GetUsersUseCase: GetUsersUseCaseContract {
        private let repository: any UserRepositoryContract

        /// Creates a use case.
        public init(repository: any UserRepositoryContract) { self.repository = repository }

        /// Returns the users, sorted by name and then by the time of registration.
        public func execute() async throws -> [User] {
            try await repository.getUsers().sorted { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }
        }
    }

    /// A view model of the list of users.
    @MainActor
    public final class UserListViewModel {
        /// The state of the list.
        public var state: ListState<User> { list.state }

        private let list: LoadedList<User>
        private let getUsers: any GetUsersUseCaseContract

        /// Creates a view model.
        ///
        /// - Parameter didChange: receives each new state.
        public init(
            getUsers: any GetUsersUseCaseContract,
            didChange: @escaping @MainActor (ListState<User>) -> Void = { _ in },
        ) {
            list = LoadedList(didChange: didChange)
            self.getUsers = getUsers
        }

        /// Fetches the list. A failure keeps the elements and sets the message.
        public func load() async { await list.load(getUsers.execute) }
    }
}
