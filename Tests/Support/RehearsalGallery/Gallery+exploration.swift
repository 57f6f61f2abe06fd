import Rehearsal
package import RehearsalContracts

extension Gallery {
    /// The exploration of the client against a model backend.
    package static let exploration: Exploration = {
        let refresh = Scenario.Endpoint.post(
            "/auth/refresh",
            replies: [Scenario.Reply(body: .json(["access_token": "t2", "refresh_token": "r2", "expires_in": 900]))]
        )
        var exploration = Exploration(
            model: Scenario(
                "parking",
                endpoints: [refresh],
                resources: [
                    .init(at: "/api/v1/reservations", items: items(RecordedReplies.reservations), paging: .none),
                    .init(at: "/api/v1/parking_spots", items: items(RecordedReplies.parkingSpots), paging: .none),
                ]
            ),
            operations: ["fetchReservations", "fetchReservation", "fetchParkingSpots", "cancelReservation"],
            views: ["fetchParkingSpots": "/api/v1/parking_spots", "fetchReservations": "/api/v1/reservations"]
        )
        (exploration.token, exploration.refreshToken) = ("t1", "r1")
        return exploration
    }()

    private static func items(_ text: String) -> [JSON] {
        guard case .array(let items)? = try? JSON(parsing: text) else { return [] }
        return items
    }
}
