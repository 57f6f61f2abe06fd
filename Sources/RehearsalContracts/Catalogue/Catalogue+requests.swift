extension Catalogue {
    /// What a request looks like: REQ.
    static let requests: [Rule] = []
}
