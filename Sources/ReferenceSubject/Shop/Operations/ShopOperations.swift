import ReferenceClients
import RehearsalContracts

/// Everything that the repositories of the shop can be asked to do.
enum ShopOperations {
    typealias Operation = Contract<ShopServices>.Operation
    typealias Field = Contract<ShopServices>.Field

    static let all = users + products + orders

    /// What an envelope says of a list beside its items; the shop can do without it.
    static let envelope: [Field] = [.optional("$.limit", .int), .optional("$.total", .int)]
}
