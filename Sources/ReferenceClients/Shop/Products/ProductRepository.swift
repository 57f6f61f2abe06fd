import Foundation

/// What is sold: from the backend, and without a connection from this device.
public struct ProductRepository: ProductRepositoryProtocol {
    private let remote: ProductRemoteDataSource
    private let products: OnlineFirst<Product>

    /// A repository that asks through a client.
    ///
    /// - Parameters:
    ///   - local: what is kept on this device.
    ///   - monitor: says whether asking is worth a try.
    public init(
        client: any APIClientProtocol,
        local: any LocalStoreProtocol<Product> = MemoryStore<Product>(),
        monitor: any NetworkMonitorProtocol = .connected,
    ) {
        remote = ProductRemoteDataSource(client: client)
        products = OnlineFirst(store: local, monitor: monitor)
    }

    /// `GET /products/{id}`.
    public func getProduct(id: Product.ID) async throws -> Product {
        try await products.value(id: id) { try await remote.getProduct(id: id).product }
    }

    /// `GET /products?category=&page=&limit=`.
    public func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product> {
        try await products.page(page, limit: limit) {
            category == nil || $0.category == category
        } _: {
            try await remote.getProducts(category: category, page: page, limit: limit).map(\.product)
        }
    }

    /// `GET /products/search?q=&page=&limit=`; without a connection, what is kept is searched by name.
    public func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product> {
        try await products.page(page, limit: limit) {
            $0.name.localizedCaseInsensitiveContains(query)
        } _: {
            try await remote.searchProducts(query: query, page: page, limit: limit).map(\.product)
        }
    }
}
