import Rehearsal
import RehearsalContracts
import RehearsalGallery

/// The exploration of the parking app, whose client uses `URLSession`, against the model backend of the gallery.
enum ParkingExploration {
    static let value: Exploration = {
        var exploration = Gallery.exploration
        let created = (try? JSON(parsing: ParkingReplies.created)) ?? .null
        exploration.model.endpoints.append(
            .post("/api/v1/reservations", replies: [Scenario.Reply(201, body: .json(created))])
        )
        exploration.operations = ["fetchReservations", "createReservation", "cancelReservation", "fetchParkingSpots"]
        return exploration
    }()
}
