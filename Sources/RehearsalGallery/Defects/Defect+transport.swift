extension Defect {
    /// What becomes of a broken connection: TRN.
    static let transport: [Defect] = []
}
