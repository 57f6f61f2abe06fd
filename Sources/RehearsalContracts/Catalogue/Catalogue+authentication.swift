extension Catalogue {
    /// Who asks: AUTH.
    static let authentication: [Rule] = []
}
