import ReferenceClients
import RehearsalContracts

/// The screens of the parking app.
enum ParkingScreens {
    typealias Screen = Contract<ParkingServices>.Screen

    static let all = [reservations]

    private static let reservations = Screen.screen(
        "reservations",
        of: "fetchReservations",
        make: { ReservationListViewModel(service: $0.reservations) },
        load: { await $0.load() },
        state: { ScreenState($0.state) },
        logOut: { services, list in
            await services.authenticator.logOut()
            list.clear()
        },
        rows: ScreenRows({ $0.state.items.map { "\($0.id)" } }, deletedBy: "cancelReservation") { list, ids in
            await list.cancel(ids.compactMap { Int($0) })
        }
    )
}
