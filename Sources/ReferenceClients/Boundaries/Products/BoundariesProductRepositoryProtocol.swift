/// Reads what is sold.
public protocol BoundariesProductRepositoryProtocol: Sendable {
    /// All products, as the backend orders them.
    func getProducts() async throws -> [Product]
}
