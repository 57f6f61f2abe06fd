import Foundation

/// What is sold, over HTTP: `/products`.
struct ProductRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    /// `GET /products/{id}`.
    func getProduct(id: Product.ID) async throws -> ProductDTO {
        try await client.value(id, from: Endpoint(.get, "/products/\(id)"))
    }

    /// `GET /products?category=&page=&limit=`.
    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<ProductDTO> {
        let queryItems = category.map { [URLQueryItem(name: "category", value: $0)] } ?? []
        return try await client.page(page, limit: limit, of: "/products", queryItems: queryItems)
    }

    /// `GET /products/search?q=&page=&limit=`.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<ProductDTO> {
        let queryItems = [URLQueryItem(name: "q", value: query)]
        return try await client.page(page, limit: limit, of: "/products/search", queryItems: queryItems)
    }
}
