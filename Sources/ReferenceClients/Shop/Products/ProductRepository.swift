import Foundation

/// A repository of products.
public protocol ProductRepositoryProtocol: Sendable {
    /// Returns one product.
    func getProduct(id: Product.ID) async throws -> Product
    /// Returns a page of all products or of those in a category; the first page is 1.
    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product>
    /// Returns a page of the products that match a search; the first page is 1.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product>
}

/// A repository that reads products from the backend and, without a connection, from this device.
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

    /// Searches the backend; without a connection, the names of the stored products.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product> {
        try await products.page(page, limit: limit) {
            $0.name.localizedCaseInsensitiveContains(query)
        } _: {
            try await remote.searchProducts(query: query, page: page, limit: limit)
        }
    }
}

/// A data source of products over HTTP: `/products`.
struct ProductRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    /// Sends `GET /products/{id}`.
    func getProduct(id: Product.ID) async throws -> Product {
        try await client.model(\ProductDTO.product, id: id, from: Endpoint(.get, "/products/\(id)"))
    }

    /// Sends `GET /products?category=&page=&limit=`.
    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product> {
        let queryItems = category.map { [URLQueryItem(name: "category", value: $0)] } ?? []
        return try await client.page(page, limit: limit, of: "/products", queryItems: queryItems)
            .map(\ProductDTO.product)
    }

    /// Sends `GET /products/search?q=&page=&limit=`.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product> {
        let queryItems = [URLQueryItem(name: "q", value: query)]
        return try await client.page(page, limit: limit, of: "/products/search", queryItems: queryItems)
            .map(\ProductDTO.product)
    }
}
