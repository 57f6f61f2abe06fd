import Rehearsal

/// What the backend of the shop answers, as `Recordings/shop.har` has it,
/// and what an app has kept that was used before.
enum ShopAnswers {
    /// All of that.
    static var kept: [String: JSON] { ["users": keptUsers, "products": keptProducts, "orders": keptOrders] }
}
