/// Shows one product.
public struct GetProductUseCase: Sendable {
    private let products: any ProductRepositoryProtocol

    /// A use case over a repository.
    public init(products: any ProductRepositoryProtocol) { self.products = products }

    /// The product.
    ///
    /// - Throws: ``DomainError/invalidProductId``, and then nothing was sent; or what the repository throws.
    public func execute(id: Product.ID) async throws -> Product {
        try await products.getProduct(id: try id.notBlank(or: DomainError.invalidProductId))
    }
}
