/// Shows one product.
public struct GetProductUseCase: Sendable {
    let products: any ProductRepositoryProtocol

    /// The product.
    ///
    /// - Throws: ``DomainError/invalidProductId``, and then nothing was sent; or what the repository throws.
    public func execute(id: Product.ID) async throws -> Product {
        try await products.getProduct(id: try id.notBlank(or: DomainError.invalidProductId))
    }
}

/// Shows products, page by page.
public struct GetProductsUseCase: Sendable {
    let products: any ProductRepositoryProtocol

    /// A page of products.
    ///
    /// - Throws: ``DomainError/invalidPage``, and then nothing was sent; or what the repository throws.
    public func execute(
        category: String? = nil,
        page: Int = 1,
        limit: Int = PageBounds.standardLimit,
    ) async throws -> Page<Product> {
        try PageBounds.check(page: page, limit: limit)
        return try await products.getProducts(category: category, page: page, limit: limit)
    }
}

/// Finds products.
public struct SearchProductsUseCase: Sendable {
    let products: any ProductRepositoryProtocol

    /// A page of what is found.
    ///
    /// - Throws: ``DomainError/invalidQuery`` or ``DomainError/invalidPage``, and then nothing was sent; or what the
    ///   repository throws.
    public func execute(
        query: String,
        page: Int = 1,
        limit: Int = PageBounds.standardLimit,
    ) async throws -> Page<Product> {
        let query = try query.notBlank(or: DomainError.invalidQuery)
        try PageBounds.check(page: page, limit: limit)
        return try await products.searchProducts(query: query, page: page, limit: limit)
    }
}
