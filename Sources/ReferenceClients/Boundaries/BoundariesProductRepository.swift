import Foundation

/// Reads what is sold.
public protocol BoundariesProductRepositoryProtocol: Sendable {
    /// All products, as the backend orders them.
    func getProducts() async throws -> [Product]
}

/// What is sold, over HTTP: `/products`.
public struct BoundariesProductRepository: BoundariesProductRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `GET /products`.
    public func getProducts() async throws -> [Product] {
        let products: ListDTO<ProductDTO> = try await client.value(from: Endpoint(.get, "/products"))
        return products.items.map(\.product)
    }
}
