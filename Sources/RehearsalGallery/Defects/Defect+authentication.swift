extension Defect {
    /// Who asks: AUTH.
    static let authentication: [Defect] = []
}
