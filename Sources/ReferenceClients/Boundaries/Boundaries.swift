import Foundation

/// The repositories and use cases of an app that separates its layers strictly.
public struct Boundaries: Sendable {
    /// The repository of users.
    public let users: any BoundariesUserRepositoryProtocol
    /// The repository of products.
    public let products: any BoundariesProductRepositoryProtocol
    /// The use case that makes a transfer of money, at most once.
    public let makeTransfer: MakeTransferUseCase
    /// The use case that invites a user.
    public let inviteUser: InviteUserUseCase
    /// The use case that redeems a promo code.
    public let redeemPromoCode: RedeemPromoCodeUseCase

    /// The standard retry policy, except that it also retries after 409. That status means that an earlier request with
    /// the same idempotency key is still in progress (draft-ietf-httpapi-idempotency-key-header §2.7).
    public static let retryPolicy: RetryPolicy = {
        var policy = RetryPolicy.standard
        policy.statuses.insert(409)
        return policy
    }()

    /// Creates the repositories and use cases.
    ///
    /// - Parameters:
    ///   - client: a client that retries by ``retryPolicy``.
    ///   - local: the store of users on this device.
    ///   - monitor: the monitor of the network connection.
    ///   - reporter: receives errors that are not meaningful to the user.
    public init(
        client: any APIClientProtocol,
        local: any LocalStoreProtocol<UserEntity> = MemoryStore<UserEntity>(),
        monitor: any NetworkMonitorProtocol = .connected,
        reporter: any ErrorReporterProtocol = CrashKitReporter(),
    ) {
        users = BoundariesUserRepository(client: client, users: OnlineFirst(store: local, monitor: monitor))
        products = BoundariesProductRepository(client: client)
        makeTransfer = MakeTransferUseCase(transfers: TransferRepository(client: client), reporter: reporter)
        inviteUser = InviteUserUseCase(invitations: InvitationRepository(client: client))
        redeemPromoCode = RedeemPromoCodeUseCase(promoCodes: PromoCodeRepository(client: client))
    }
}

/// A repository of products.
public protocol BoundariesProductRepositoryProtocol: Sendable {
    /// Returns all products, in the order of the backend.
    func getProducts() async throws -> [Product]
}

/// A repository of products over HTTP: `/products`.
struct BoundariesProductRepository: BoundariesProductRepositoryProtocol {
    let client: any APIClientProtocol

    /// Sends `GET /products`.
    func getProducts() async throws -> [Product] {
        let products: ListDTO<ProductDTO> = try await client.value(from: Endpoint(.get, "/products"))
        return products.items.map(\.product)
    }
}
