extension Defect {
    /// What becomes of a body: DEC.
    static let decoding: [Defect] = []
}
