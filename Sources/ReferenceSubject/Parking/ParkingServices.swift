package import ReferenceClients
package import RehearsalHarness

/// The services of the parking app, made as the app makes them.
package struct ParkingServices: Sendable {
    package let reservations: ReservationService
    package let spots: ParkingSpotService

    /// The services for one case.
    package init(_ trial: Trial) {
        let transport = RetryingTransport(
            URLSessionTransport(timeout: trial.timeout),
            policy: .standard,
            clock: trial.clock
        )
        let signedOut = APIClient(baseURL: trial.baseURL, transport: transport)
        let client =
            if let token = trial.token {
                APIClient(
                    baseURL: trial.baseURL,
                    tokens: Authenticator(
                        client: signedOut,
                        tokens: Tokens(access: token, refresh: trial.refreshToken)
                    ),
                    transport: transport
                )
            } else {
                signedOut
            }
        reservations = ReservationService(client: client)
        spots = ParkingSpotService(client: client)
    }
}
