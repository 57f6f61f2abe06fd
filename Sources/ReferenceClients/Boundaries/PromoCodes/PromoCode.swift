import Foundation

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
