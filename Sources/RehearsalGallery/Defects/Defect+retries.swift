extension Defect {
    /// What is sent again: RETRY.
    static let retries: [Defect] = []
}
