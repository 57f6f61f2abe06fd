extension Defect {
    /// Defects in the handling of redirects: REDIR.
    static let redirects = [forwardsToken]

    static let forwardsToken = Defect(
        154,
        breaks: "REDIR-04",
        "Follows a redirect to another origin with the same header fields"
    )
}
