extension Catalogue {
    /// What becomes of a broken connection: TRN.
    static let transport: [Rule] = [.refused, .lost, .shortBody, .unfinishedChunks, .distinctOutcomes]
}
