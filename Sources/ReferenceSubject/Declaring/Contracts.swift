import Foundation
package import ReferenceClients
import Rehearsal
package import RehearsalContracts

/// The networking code of an app, composed as in the app.
package protocol AppServices: Sendable {
    /// The client that sends the requests of the app.
    var client: APIClient { get }
}

extension Contract where Subject: AppServices {
    /// Creates the contract of an app: its operations, its promises, the common promises and its screens.
    ///
    /// - Parameters:
    ///   - errorTypes: the types of the errors that every operation may throw, in addition to ``NetworkError``.
    ///   - everyApp: the prefix of promise IDs, and the names of an operation that reads and one that writes.
    fileprivate init(
        app name: String,
        declares: Declared,
        operations: [Operation],
        promises: [Promise],
        screens: [Screen] = [],
        throws errorTypes: [any Error.Type] = [],
        shared everyApp: (prefix: String, reading: String, sending: String),
        classify: @escaping @Sendable (any Error) -> ClientOutcome? = ReferenceOutcome.of,
    ) {
        self.init(
            name,
            declares: declares,
            operations: operations.map { $0.inParallel.throwing([NetworkError.self] + errorTypes) },
            promises: promises
                + SharedPromises.all(
                    prefix: everyApp.prefix,
                    readOperation: everyApp.reading,
                    writeOperation: everyApp.sending
                ) { $0.client },
            screens: screens,
            classify: classify
        )
    }
}

extension Contract.Declared {
    /// Returns the declaration that all apps share, with additional features.
    fileprivate static func app(
        retry: RetryPolicy = .standard,
        fallback: DeclaredFeatures.Fallback = .none,
        authRefresh: DeclaredFeatures.AuthRefresh? = nil,
        _ more: (inout DeclaredFeatures) -> Void = { _ in },
    ) -> Contract.Declared {
        Contract.Declared(retry: DeclaredRetry(retry), fallback: fallback, authRefresh: authRefresh) { features in
            features.problemJSON = true
            features.redirects = true
            features.clockInjection = true
            more(&features)
        }
    }
}

extension DeclaredRetry {
    /// Creates the declaration of a retry policy.
    fileprivate init(_ policy: RetryPolicy) {
        self.init(
            attempts: policy.attempts,
            base: policy.base,
            cap: policy.cap,
            jitter: .equal,
            statuses: policy.statuses,
            methods: [.get, .head, .put, .delete],
            retryAfterCap: policy.maximumTotalDelay
        )
    }
}

extension Contract where Subject == UsersServices {
    /// The contract of the users app.
    package static var users: Contract {
        Contract(
            app: "users",
            declares: .app(),
            operations: UsersOperations.all,
            promises: UsersPromises.all,
            screens: UsersScreens.all,
            shared: ("USERS", reading: "getUsers", sending: "requestValue")
        )
    }
}

extension Contract where Subject == ShopServices {
    /// The contract of the shop app.
    package static var shop: Contract {
        Contract(
            app: "shop",
            declares: .app(fallback: .offline, authRefresh: .init()) { features in
                features.pagination = .pageAndLimit
                features.unknownEnum = .case
                features.requestsOnlyOnline = true
            },
            operations: ShopOperations.all,
            promises: ShopPromises.all,
            screens: ShopScreens.all,
            throws: [AuthenticationError.self],
            shared: ("SHOP", reading: "getUsers", sending: "createUser"),
            classify: ShopOutcome.of
        )
    }
}

extension Contract where Subject == BoundariesServices {
    /// The contract of the boundaries app.
    package static var boundaries: Contract {
        Contract(
            app: "boundaries",
            declares: .app(retry: Boundaries.retryPolicy, fallback: .offline) { features in
                features.idempotencyKey = "Idempotency-Key"
                features.requestsOnlyOnline = true
            },
            operations: BoundariesOperations.all,
            promises: BoundariesPromises.all,
            screens: BoundariesScreens.all,
            shared: ("BOUND", reading: "getProducts", sending: "invite"),
            classify: BoundariesOutcome.of
        )
    }
}

extension Contract where Subject == ParkingServices {
    /// The contract of the parking app.
    package static var parking: Contract {
        Contract(
            app: "parking",
            declares: .app(authRefresh: .init()) { $0.unknownEnum = .case },
            operations: ParkingOperations.all,
            promises: ParkingPromises.all,
            screens: ParkingScreens.all,
            throws: [AuthenticationError.self],
            shared: ("PARK", reading: "fetchReservations", sending: "createReservation"),
            classify: ParkingOutcome.of
        )
    }
}

extension Contract where Subject == FeaturesServices {
    /// The contract of the features app.
    package static var features: Contract {
        Contract(
            app: "features",
            declares: .app(),
            operations: FeaturesOperations.all,
            promises: FeaturesPromises.all,
            screens: FeaturesScreens.all,
            shared: ("FEAT", reading: "fetchItems", sending: "submitData")
        )
    }
}

/// The outcomes of the errors that all apps share.
enum ReferenceOutcome {
    /// Returns the outcome of an error; nil to use the default classifier of the harness.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case let error as NetworkError: outcome(error)
        case let error as RejectionError: .domain("refused", status: 200, reason: error.message)
        case AuthenticationError.signedOut: .auth(.unauthenticated)
        case AuthenticationError.refreshFailed(let failure): .auth(.refreshFailed, status: failure.status)
        default: nil
        }
    }

    private static func outcome(_ error: NetworkError) -> ClientOutcome? {
        switch error {
        case .invalidRequest: .invalidRequest()
        case .invalidResponse: .transport(.badResponse)
        case .httpError(let failure):
            .http(status: failure.status, headers: headers(of: failure), body: Array(failure.body))
        case .decodingError(_, let body?) where body.isEmpty: .decoding(.empty)
        // The classifier of the harness reads the payloads of these errors.
        case .decodingError, .networkError: nil
        }
    }

    private static func headers(of failure: HTTPFailure) -> Scenario.Headers {
        var headers: Scenario.Headers = [:]
        for field in failure.headers.all { headers.append(field.name, field.value) }
        return headers
    }
}
