package import ReferenceClients
package import RehearsalHarness

/// The services of the parking app, made as the app makes them.
package struct ParkingServices: Sendable {
    package let client: APIClient
    package let authenticator: Authenticator
    package let reservations: ReservationService
    /// Reservations of the user who signs in through ``authenticator``.
    package let signedIn: ReservationService
    package let spots: ParkingSpotService

    /// The services for one case.
    package init(_ trial: Trial) {
        client = trial.client()
        authenticator = Authenticator(client: trial.openClient())
        reservations = ReservationService(client: client)
        signedIn = ReservationService(client: trial.client(with: authenticator))
        spots = ParkingSpotService(client: client)
    }
}
