import Foundation
import ReferenceClients
import RehearsalContracts

/// The screens of the users app.
enum UsersScreens {
    typealias Screen = Contract<UsersServices>.Screen

    static let all = [users]

    private static let users = Screen.screen(
        "users",
        of: "getUsers",
        make: { $0.list() },
        load: { await $0.load() },
        state: { ScreenState($0.state) },
        rows: ScreenRows { $0.state.items.map(\.id.uuidString) }
    )
}
