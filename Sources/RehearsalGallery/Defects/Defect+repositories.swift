extension Defect {
    /// What stands between the wire and the app: REPO.
    static let repositories: [Defect] = []
}
