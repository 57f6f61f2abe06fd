package import ReferenceClients
package import RehearsalHarness

/// The networking code of the shop, made as the app makes it, with its repositories and use cases.
@dynamicMemberLookup
package struct ShopServices: Sendable {
    /// What all of them send their requests with, and what the app sends beside.
    package let client: APIClient
    private let shop: Shop
    /// What is kept on this device, where a promise looks for what has become of it.
    package let kept: Shop.Stores

    /// The repositories for one case, over what it says is kept and a network monitor that says what it says.
    ///
    /// - Parameter network: what carries each request; nil for a session of its own.
    package init(_ trial: Trial, over network: (any HTTPTransport)? = nil) {
        var kept = Shop.Stores()
        kept.users = DocumentStore<KeptUser>("users", of: trial.store)
        kept.products = DocumentStore<KeptProduct>("products", of: trial.store)
        kept.orders = DocumentStore<KeptOrder>("orders", of: trial.store)
        let monitor = FixedNetworkMonitor(isConnected: trial.isOnline)
        client = trial.client(over: network)
        shop = Shop(client: client, stores: kept, monitor: monitor)
        self.kept = kept
    }

    /// A repository or a use case of the shop.
    package subscript<Member>(dynamicMember member: KeyPath<Shop, Member>) -> Member { shop[keyPath: member] }
}
