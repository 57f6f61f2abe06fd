extension Defect {
    /// What must not happen twice: IDEM.
    static let idempotency: [Defect] = []
}
