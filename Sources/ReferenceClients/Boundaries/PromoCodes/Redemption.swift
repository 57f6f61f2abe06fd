public import Foundation

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
