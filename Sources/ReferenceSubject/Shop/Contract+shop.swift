import ReferenceClients
import Rehearsal
package import RehearsalContracts

extension Contract where Subject == ShopServices {
    /// What the repositories of the shop promise, and what is made of them: use cases and screens.
    package static var shop: Contract {
        Contract(
            "shop",
            declares: .init(
                retry: DeclaredRetry(RetryPolicy.standard),
                fallback: .offline,
                authRefresh: .init(),
                pagination: .pageAndLimit,
                unknownEnum: .case
            ) { features in
                features.asksOnlyOnline = true
                features.problemJSON = true
                features.clockInjection = true
            },
            operations: ShopOperations.all.map(\.inParallel),
            promises: ShopPromises.all
                + EveryAppPromises.all(prefix: "SHOP", reading: "getUsers", sending: "createUser") { $0.client },
            classify: { ShopOutcome.of($0) }
        )
    }
}
