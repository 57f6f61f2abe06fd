/// Finds products.
public struct SearchProductsUseCase: Sendable {
    private let products: any ProductRepositoryProtocol

    /// A use case over a repository.
    public init(products: any ProductRepositoryProtocol) { self.products = products }

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
