extension Catalogue {
    /// What is sent again: RETRY.
    static let retries: [Rule] = [.recovering, .bounded, .final, .unsafe, .recoveringFromLoss, .sameRequest]
}
