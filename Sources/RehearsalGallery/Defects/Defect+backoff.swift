extension Defect {
    /// How long a client waits: BACK.
    static let backoff: [Defect] = []
}
