extension Defect {
    /// What a request looks like: REQ.
    static let requests: [Defect] = []
}
