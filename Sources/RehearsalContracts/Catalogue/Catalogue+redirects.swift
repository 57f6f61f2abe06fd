extension Catalogue {
    /// Rules on redirects: REDIR.
    static let redirects: [Rule] = [.otherOrigin]
}
