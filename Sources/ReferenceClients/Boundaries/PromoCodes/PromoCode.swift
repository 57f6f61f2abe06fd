public import Foundation

/// A valid promo code.
public struct PromoCode: Sendable, Hashable {
    /// The code without surrounding white space.
    public let text: String

    /// The minimum number of characters of a code.
    static let minimumLength = 4

    /// Creates a code from user input.
    ///
    /// - Throws: ``ValidationError/promoCodeTooShort``.
    public init(_ typed: String) throws {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= Self.minimumLength else { throw ValidationError.promoCodeTooShort }
    }
}

/// The redemption of a promo code.
public struct Redemption: Sendable, Hashable {
    /// The promo code.
    public let code: String
    /// The exact discount.
    public let discount: Decimal

    /// Creates a redemption.
    public init(code: String, discount: Decimal) {
        self.code = code
        self.discount = discount
    }
}

/// A redemption in the JSON of the backend.
struct RedemptionDTO: Decodable {
    var code: String
    var discount: Price

    var redemption: Redemption { Redemption(code: code, discount: discount.value) }
}
