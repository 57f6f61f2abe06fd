import ReferenceClients
import Rehearsal
import RehearsalContracts

/// Promises about the list of reservations while a fetch or a removal is under way.
extension ParkingPromises {
    static let list = [leftScreen, givenBackMeanwhile, keptReservation]

    private static let leftScreen = Promise(
        "PARK-23",
        "Whoever leaves the list while it loads is shown no error.",
        of: "fetchReservations",
        // The list never comes; the spots do as soon as the list has been asked for, and tell when to leave.
        playing: [
            "extends": "apps/parking/stall",
            "endpoints": [
                ["get": "/api/v1/reservations", "hold": "asked", "until": ["waiting": 2]],
                ["get": "/api/v1/parking_spots", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/api/v1/reservations", "count": 1, "endedBy": "client"]],
        ],
        .value(ShownList([])),
        .init(restsOn: ["STAT-01", "CANC-01"])
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        let load = Task { await list.load() }
        _ = try await services.spots.fetchParkingSpots()
        load.cancel()
        await load.value
        return await ShownList(list.state) { "\($0.id)" }
    }

    private static let givenBackMeanwhile = Promise(
        "PARK-24",
        "A reservation that is given back while the list is fetched does not come back with it.",
        of: "cancelReservation",
        // The second list is answered when the spots are asked for: when the reservation is gone.
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
        .value(ShownList(["42", "43", "38", "40"]))
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        let late = Task { @MainActor in await list.load() }
        await list.cancel([41])
        _ = try await services.spots.fetchParkingSpots()
        await late.value
        return await ShownList(list.state) { "\($0.id)" }
    }

    private static let keptReservation = Promise(
        "PARK-25",
        "A reservation that cannot be given back stays and says why, and the others go all the same.",
        of: "cancelReservation",
        playing: [
            "extends": "apps/parking/happy-path",
            "endpoints": [
                ["delete": "/api/v1/reservations/41", "replies": [["status": 409]]]
            ],
        ],
        .value(ShownList(["41", "43", "38", "40"], message: "The server answered with status 409.")),
        .init(restsOn: ["STAT-02", "STAT-05"])
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        await list.cancel([41, 42])
        return await ShownList(list.state) { "\($0.id)" }
    }
}
