/// Shows products, page by page.
public struct GetProductsUseCase: Sendable {
    private let products: any ProductRepositoryProtocol

    /// A use case over a repository.
    public init(products: any ProductRepositoryProtocol) { self.products = products }

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
