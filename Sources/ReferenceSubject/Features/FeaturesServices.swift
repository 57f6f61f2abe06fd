package import ReferenceClients
package import RehearsalHarness

/// The services and workers of the app of feature modules, put together as the app does it.
package struct FeaturesServices: Sendable {
    package let client: APIClient
    package let networking: Networking
    package let items: FeatureService
    package let worker: SceneWorker

    /// The services for one case.
    ///
    /// - Parameter network: what carries each request; nil for a session of its own.
    package init(_ trial: Trial, over network: (any HTTPTransport)? = nil) {
        client = trial.openClient(over: network)
        networking = Networking(client: client)
        items = FeatureService(networking: networking)
        worker = SceneWorker(networking: networking)
    }

    /// The list of items, which nobody has loaded yet.
    @MainActor
    func list() -> ItemListInteractor { ItemListInteractor(service: items, presenter: ShownResponses()) }

    /// A scene that shows nothing yet.
    @MainActor
    func scene(_ shown: ShownResponses) -> SceneInteractor { SceneInteractor(worker: worker, presenter: shown) }
}
