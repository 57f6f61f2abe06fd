import Foundation
import ReferenceClients
import RehearsalTesting

extension Backend {
    /// A client whose clock does not wait.
    func client(
        timeout: Duration = .seconds(3_600),
        retry: RetryPolicy = .standard,
        clock: RecordingClock = RecordingClock(),
    ) -> APIClient {
        APIClient(baseURL: baseURL, tokens: .stub, timeout: timeout, retry: retry, clock: clock)
    }

    /// The shop's app with the given stores.
    func shop(
        _ stores: Shop.Stores = Shop.Stores(),
        monitor: any NetworkMonitorProtocol = .connected,
    ) -> Shop {
        Shop(client: client(), stores: stores, monitor: monitor)
    }
}

extension Shop.Stores {
    /// The stores of a used app: two users, two products, two orders.
    static func used() throws -> Shop.Stores {
        var stores = Shop.Stores()
        stores.users = MemoryStore([try ShopUser.robin(name: "Robin, as kept"), try ShopUser.robin(id: "8")])
        stores.products = MemoryStore([try Product.lamp(), try Product.lamp(id: "13", category: "chairs")])
        stores.orders = MemoryStore([try Order.paid(), try Order.paid(id: "9004", userId: "8")])
        return stores
    }
}

extension ShopUser {
    /// The recorded user.
    static func robin(id: String = "7", name: String = "Robin Doe", photo: URL? = nil) throws -> ShopUser {
        ShopUser(
            id: id,
            name: name,
            email: "robin@shop.example",
            profileImage: photo,
            createdAt: try instant("2025-06-01T08:30:00Z"),
            updatedAt: try instant("2026-02-27T17:45:12Z")
        )
    }
}

extension Product {
    /// The recorded product without its picture.
    static func lamp(id: String = "11", category: String = "lighting", images: [URL] = []) throws -> Product {
        Product(
            id: id,
            name: "Desk lamp",
            description: "Desk lamp, made to be repaired.",
            price: try amount("29.9"),
            category: category,
            images: images,
            isAvailable: true
        )
    }
}

extension Order {
    /// The recorded order.
    static func paid(id: String = "9003", userId: String = "7", status: OrderStatus = .paid) throws -> Order {
        Order(
            id: id,
            userId: userId,
            products: [OrderItem(productId: "13", quantity: 1)],
            totalAmount: try amount("349.5"),
            status: status,
            createdAt: try instant("2026-02-24T18:04:11Z"),
            updatedAt: try instant("2026-02-25T07:30:00Z")
        )
    }
}
