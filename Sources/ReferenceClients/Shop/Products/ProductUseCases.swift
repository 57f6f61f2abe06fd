/// A use case that returns one product.
public struct GetProductUseCase: Sendable {
    let products: any ProductRepositoryProtocol

    /// Returns the product.
    ///
    /// - Throws: ``ShopError/invalidProductId`` before sending; the errors of the repository.
    public func execute(id: Product.ID) async throws -> Product {
        try await products.getProduct(id: try id.notBlank(or: ShopError.invalidProductId))
    }
}

/// A use case that returns a page of products.
public struct GetProductsUseCase: Sendable {
    let products: any ProductRepositoryProtocol

    /// Returns a page of products.
    ///
    /// - Throws: ``ShopError/invalidPage`` before sending; the errors of the repository.
    public func execute(
        category: String? = nil,
        page: Int = 1,
        limit: Int = PageBounds.standardLimit,
    ) async throws -> Page<Product> {
        try PageBounds.check(page: page, limit: limit)
        return try await products.getProducts(category: category, page: page, limit: limit)
    }
}

/// A use case that searches products.
public struct SearchProductsUseCase: Sendable {
    let products: any ProductRepositoryProtocol

    /// Returns a page of the products that match a search.
    ///
    /// - Throws: ``ShopError/invalidQuery`` or ``ShopError/invalidPage`` before sending; the errors of the
    ///   repository.
    public func execute(
        query: String,
        page: Int = 1,
        limit: Int = PageBounds.standardLimit,
    ) async throws -> Page<Product> {
        let query = try query.notBlank(or: ShopError.invalidQuery)
        try PageBounds.check(page: page, limit: limit)
        return try await products.searchProducts(query: query, page: page, limit: limit)
    }
}
