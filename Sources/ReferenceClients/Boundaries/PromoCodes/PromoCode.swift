public import Foundation

/// A code that makes something cheaper, as it can be sent.
public struct PromoCode: Sendable, Hashable {
    /// Without the blanks around it that come with copying.
    public let text: String

    /// How many characters a code has at least.
    static let shortest = 4

    /// What somebody typed.
    ///
    /// - Throws: ``ValidationError/promoCodeTooShort``.
    public init(_ typed: String) throws {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= Self.shortest else { throw ValidationError.promoCodeTooShort }
    }
}

/// A code that has been taken.
public struct Redemption: Sendable, Hashable {
    /// The code.
    public let code: String
    /// How much cheaper it is, exact.
    public let discount: Decimal

    /// A redemption.
    public init(code: String, discount: Decimal) {
        self.code = code
        self.discount = discount
    }
}

/// A code that has been taken, as the backend writes it.
struct RedemptionDTO: Decodable {
    var code: String
    var discount: Price

    /// As the app knows it.
    var redemption: Redemption { Redemption(code: code, discount: discount.value) }
}
