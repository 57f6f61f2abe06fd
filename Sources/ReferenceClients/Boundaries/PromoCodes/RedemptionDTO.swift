/// A code that has been taken, as the backend writes it.
struct RedemptionDTO: Decodable {
    var code: String
    var discount: Price

    /// As the app knows it.
    var redemption: Redemption { Redemption(code: code, discount: discount.value) }
}
