package import ReferenceClients
package import RehearsalHarness

/// The networking code of the users app, put together as the app does it.
package struct UsersServices: Sendable {
    package let client: APIClient
    package let http: Users.HTTPClient
    package let users: Users.UserRepository

    /// The networking code for one case.
    package init(_ trial: Trial) {
        client = trial.openClient()
        http = Users.HTTPClient(client: client)
        users = Users.UserRepository(client: http)
    }

    /// The list of users, which nobody has loaded yet.
    @MainActor
    func list() -> Users.UserListViewModel {
        Users.UserListViewModel(getUsers: Users.GetUsersUseCase(repository: users))
    }
}
