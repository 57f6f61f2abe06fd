import Foundation

/// Reads what is sold.
public protocol ProductRepositoryProtocol: Sendable {
    /// One product.
    func getProduct(id: Product.ID) async throws -> Product
    /// A page of all products, or of those of one kind, from 1.
    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product>
    /// A page of the products that a search finds, from 1.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product>
}

/// What is sold: from the backend, and without a connection from this device.
struct ProductRepository: ProductRepositoryProtocol {
    let remote: ProductRemoteDataSource
    let products: OnlineFirst<Product>

    func getProduct(id: Product.ID) async throws -> Product {
        try await products.value(id: id) { try await remote.getProduct(id: id) }
    }

    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product> {
        try await products.page(page, limit: limit) {
            category == nil || $0.category == category
        } _: {
            try await remote.getProducts(category: category, page: page, limit: limit)
        }
    }

    /// Without a connection, the kept products are searched by name.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product> {
        try await products.page(page, limit: limit) {
            $0.name.localizedCaseInsensitiveContains(query)
        } _: {
            try await remote.searchProducts(query: query, page: page, limit: limit)
        }
    }
}

/// What is sold, over HTTP: `/products`.
struct ProductRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    /// `GET /products/{id}`.
    func getProduct(id: Product.ID) async throws -> Product {
        try await client.model(\ProductDTO.product, id: id, from: Endpoint(.get, "/products/\(id)"))
    }

    /// `GET /products?category=&page=&limit=`.
    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product> {
        let queryItems = category.map { [URLQueryItem(name: "category", value: $0)] } ?? []
        return try await client.page(page, limit: limit, of: "/products", queryItems: queryItems)
            .map(\ProductDTO.product)
    }

    /// `GET /products/search?q=&page=&limit=`.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product> {
        let queryItems = [URLQueryItem(name: "q", value: query)]
        return try await client.page(page, limit: limit, of: "/products/search", queryItems: queryItems)
            .map(\ProductDTO.product)
    }
}
