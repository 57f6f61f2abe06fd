/// Reads what is sold.
public protocol ProductRepositoryProtocol: Sendable {
    /// One product.
    func getProduct(id: Product.ID) async throws -> Product
    /// A page of all products, or of those of one kind, from 1.
    func getProducts(category: String?, page: Int, limit: Int) async throws -> Page<Product>
    /// A page of the products that a search finds, from 1.
    func searchProducts(query: String, page: Int, limit: Int) async throws -> Page<Product>
}
