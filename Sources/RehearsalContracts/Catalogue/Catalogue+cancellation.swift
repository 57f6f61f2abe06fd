extension Catalogue {
    /// What ends a call early: CANC.
    static let cancellation: [Rule] = [.cancelling, .timingOut]
}
