extension Defect {
    /// What a status means: STAT.
    static let statuses: [Defect] = []
}
