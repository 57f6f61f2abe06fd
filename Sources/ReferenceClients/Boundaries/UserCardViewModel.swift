/// A view model of the card of one user.
@MainActor
public final class UserCardViewModel {
    /// The card of the last successful fetch; nil before it.
    public private(set) var card: UserCardModel?
    /// Whether a fetch is in progress.
    public private(set) var isLoading = false
    /// The message for the user about the last failure; nil after a success.
    public private(set) var errorMessage: String?

    private let users: any BoundariesUserRepositoryProtocol
    private let id: BoundariesUser.ID
    private let fetches = LatestFetch()

    /// Creates a view model.
    ///
    /// - Parameters:
    ///   - users: the repository of users.
    ///   - id: the identifier of the user.
    public init(users: any BoundariesUserRepositoryProtocol, id: BoundariesUser.ID) {
        self.users = users
        self.id = id
    }

    /// Fetches the user. A failure keeps the card and sets the message.
    public func load() async {
        isLoading = true
        errorMessage = nil
        guard let result = await fetches.result(of: { try await users.getUser(id: id) }) else { return }
        isLoading = false
        switch result {
        case .success(let user): card = UserCardModel(user)
        case .failure(let error): errorMessage = error.messageForUser
        }
    }
}
