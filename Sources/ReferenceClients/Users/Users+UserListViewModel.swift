extension Users {
    /// What the list of users shows.
    @MainActor
    public final class UserListViewModel {
        /// All that changes on the screen, in one value.
        public struct State: Sendable, Hashable {
            /// Those of the last fetch that succeeded.
            public var users: [User] = []
            /// Whether a fetch is under way.
            public var isLoading = false
            /// Why the last fetch failed, in words for the user; nil if it did not.
            public var errorMessage: String?
        }

        /// What is shown.
        public private(set) var state = State() {
            didSet { if state != oldValue { didChange(state) } }
        }

        private let getUsers: any GetUsersUseCaseContract
        private let didChange: @MainActor (State) -> Void
        private let fetches = NewestOnly()

        /// A view model.
        ///
        /// - Parameter didChange: called after each change of what is shown.
        public init(
            getUsers: any GetUsersUseCaseContract,
            didChange: @escaping @MainActor (State) -> Void = { _ in },
        ) {
            self.getUsers = getUsers
            self.didChange = didChange
        }

        /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
        public func load() async {
            state.isLoading = true
            state.errorMessage = nil
            guard let result = await fetches.result(of: getUsers.execute) else { return }
            state.isLoading = false
            switch result {
            case .success(let users): state.users = users
            case .failure(let error): state.errorMessage = error.messageForUser
            }
        }
    }
}

extension Users {
    /// Gets what the list of users shows.
    public protocol GetUsersUseCaseContract: Sendable {
        /// The users, in the order in which they are shown.
        func execute() async throws -> [User]
    }
}

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
