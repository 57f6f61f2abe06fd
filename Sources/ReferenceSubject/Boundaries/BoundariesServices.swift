package import ReferenceClients
package import RehearsalHarness

/// The networking code of the app that keeps its layers apart, put together as the app does it.
package struct BoundariesServices: Sendable {
    package let client: APIClient
    package let app: Boundaries
    package let transfers: TransferRepository
    package let invitations: InvitationRepository
    package let promoCodes: PromoCodeRepository

    /// The networking code for one case.
    package init(_ trial: Trial) {
        client = trial.openClient(retrying: Boundaries.retryPolicy)
        app = Boundaries(
            client: client,
            local: DocumentStore<UserEntity>("accounts", of: trial.store),
            monitor: FixedNetworkMonitor(isConnected: trial.isOnline)
        )
        transfers = TransferRepository(client: client)
        invitations = InvitationRepository(client: client)
        promoCodes = PromoCodeRepository(client: client)
    }
}
