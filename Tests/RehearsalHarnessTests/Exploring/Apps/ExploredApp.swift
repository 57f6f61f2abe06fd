import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness

@testable import ReferenceSubject

/// An app with its model backend.
struct ExploredApp: Sendable, CustomStringConvertible {
    let description: String
    let exploration: Exploration
    /// Returns the app with a defect; nil for none.
    let subject: @Sendable (TransportDefect?) -> any ExploredSubject

    private init<Services: Sendable>(
        _ contract: Contract<Services>,
        _ exploration: Exploration,
        make: @escaping @Sendable (SubjectContext, any HTTPTransport, TransportDefect?) async throws -> Services,
    ) {
        (description, self.exploration) = (exploration.model.name, exploration)
        subject = { defect in
            let subject = InProcessSubject(contract) { context in
                let wire = WireTransport(to: context.baseURL, timeout: context.timeout)
                if exploration.token != nil { try await Self.signIn(to: context.baseURL, over: wire) }
                let transport: any HTTPTransport = defect.map { FaultyTransport(wire, with: $0) } ?? wire
                return try await make(context, transport, defect)
            }
            return SequentialSubject(subject)
        }
    }

    /// Obtains the initial tokens, which the model backend has not issued before.
    private static func signIn(to url: URL, over transport: any HTTPTransport) async throws {
        let client = APIClient(baseURL: url, transport: transport)
        try await client.perform(Endpoint(.post, "/auth/login"))
    }

    static let all = [
        ExploredApp(.parking, AppExplorations.parking) { context, transport, _ in
            ParkingServices(context, over: transport)
        },
        ExploredApp(.shop, AppExplorations.shop) { context, transport, _ in ShopServices(context, over: transport) },
        ExploredApp(.users, AppExplorations.users) { context, transport, _ in UsersServices(context, over: transport) },
        ExploredApp(.boundaries, AppExplorations.boundaries) { context, transport, _ in
            BoundariesServices(context, over: transport)
        },
        ExploredApp(.features, AppExplorations.features) { context, transport, _ in
            FeaturesServices(context, over: transport)
        },
        ExploredApp(configuration, AppExplorations.configuration) { context, transport, _ in
            let client = APIClient(baseURL: context.baseURL, transport: transport)
            return ConfigurationService(client: client, clock: context.clock)
        },
        ExploredApp(Cart.contract, Cart.exploration) { context, transport, defect in
            Cart(context, over: transport, dropsFailedLine: defect == .dropsFailedLine)
        },
    ]

    /// The configuration service that all apps share.
    private static let configuration = Contract<ConfigurationService>(
        "configuration",
        declares: .init(retry: .none) { $0.clockInjection = true },
        operations: [
            .value(
                "refreshConfiguration",
                .get("/config"),
                recorded: .json(#"{"page_size": 50}"#)
            ) { await $0.refresh() }
        ],
        classify: { _ in nil }
    )
}
