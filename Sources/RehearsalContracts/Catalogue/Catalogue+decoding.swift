extension Catalogue {
    /// What becomes of a body: DEC.
    static let decoding: [Rule] = []
}
