extension Defect {
    /// What ends a call early: CANC.
    static let cancellation: [Defect] = []
}
