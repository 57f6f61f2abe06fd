extension Catalogue {
    /// What must not happen twice: IDEM.
    static let idempotency: [Rule] = [.sameKey, .otherKey, .repeatedDelete]
}
