extension Catalogue {
    /// Where a reply sends a client: REDIR.
    static let redirects: [Rule] = [.otherOrigin]
}
