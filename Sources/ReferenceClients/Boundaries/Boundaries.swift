import Foundation

/// The networking code of the app that keeps its layers apart, put together.
public struct Boundaries: Sendable {
    /// Who has an account.
    public let users: any BoundariesUserRepositoryProtocol
    /// What is sold.
    public let products: any BoundariesProductRepositoryProtocol
    /// Sends money, each transfer once.
    public let makeTransfer: MakeTransferUseCase
    /// Invites others.
    public let inviteUser: InviteUserUseCase
    /// Takes codes that make things cheaper.
    public let redeemPromoCode: RedeemPromoCodeUseCase

    /// How requests are sent again: as everywhere, and after 409, with which the backend says that the first request
    /// with this key is still being answered (draft-ietf-httpapi-idempotency-key-header §2.7).
    public static let retryPolicy: RetryPolicy = {
        var policy = RetryPolicy.standard
        policy.statuses.insert(409)
        return policy
    }()

    /// Repositories that ask through a client, and what uses them.
    ///
    /// - Parameters:
    ///   - client: retries as ``retryPolicy`` says.
    ///   - local: the accounts that are kept on this device.
    ///   - monitor: says whether asking is worth a try.
    ///   - reporter: is told what nobody can explain to the user.
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

/// Reads what is sold.
public protocol BoundariesProductRepositoryProtocol: Sendable {
    /// All products, as the backend orders them.
    func getProducts() async throws -> [Product]
}

/// What is sold, over HTTP: `/products`.
struct BoundariesProductRepository: BoundariesProductRepositoryProtocol {
    let client: any APIClientProtocol

    /// `GET /products`.
    func getProducts() async throws -> [Product] {
        let products: ListDTO<ProductDTO> = try await client.value(from: Endpoint(.get, "/products"))
        return products.items.map(\.product)
    }
}
