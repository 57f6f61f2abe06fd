import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises about the list of reservations during a fetch or a cancellation.
extension ParkingPromises {
    static let list = [cancelledFetch, cancelledDuringFetch, failedCancellation]

    private static let cancelledFetch = Promise(
        "PARK-23",
        "Leaving the list while it loads causes no error message.",
        of: "fetchReservations",
        // The server never sends the list. It sends the spots after the list was requested; then the load is cancelled.
        playing: [
            "extends": "apps/parking/stall",
            "endpoints": [
                ["get": "/api/v1/reservations", "hold": "asked", "until": ["waiting": 2]],
                ["get": "/api/v1/parking_spots", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/api/v1/reservations", "count": 1, "endedBy": "client"]],
        ],
        .value(ListSnapshot([])),
        .init(dependsOn: ["STAT-01", "CANC-01"])
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        let load = Task { await list.load() }
        _ = try await services.spots.fetchParkingSpots()
        load.cancel()
        await load.value
        return await ListSnapshot(list.state) { "\($0.id)" }
    }

    private static let cancelledDuringFetch = Promise(
        "PARK-24",
        "A reservation that is cancelled while the list is being fetched does not reappear when the fetch ends.",
        of: "cancelReservation",
        // The second list is held until the request for the spots, which the client sends after the cancellation.
        playing: [
            "extends": "apps/parking/happy-path",
            "endpoints": [
                [
                    "get": "/api/v1/reservations",
                    "replies": [
                        ["recording": "parking/list", "times": 1],
                        ["recording": "parking/list", "hold": "gone", "until": ["waiting": 2]],
                    ],
                ],
                ["get": "/api/v1/parking_spots", "hold": "gone", "until": ["waiting": 2]],
            ],
        ],
        .value(ListSnapshot(["42", "43", "38", "40"]))
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        let late = Task { @MainActor in await list.load() }
        await list.cancel([41])
        _ = try await services.spots.fetchParkingSpots()
        await late.value
        return await ListSnapshot(list.state) { "\($0.id)" }
    }

    private static let failedCancellation = Promise(
        "PARK-25",
        "A reservation that cannot be cancelled stays in the list with a message, and the others are cancelled.",
        of: "cancelReservation",
        playing: [
            "extends": "apps/parking/happy-path",
            "endpoints": [
                ["delete": "/api/v1/reservations/41", "replies": [["status": 409]]]
            ],
        ],
        .value(ListSnapshot(["41", "43", "38", "40"], message: "The server answered with status 409.")),
        .init(dependsOn: ["STAT-02", "STAT-05"])
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        await list.cancel([41, 42])
        return await ListSnapshot(list.state) { "\($0.id)" }
    }
}
