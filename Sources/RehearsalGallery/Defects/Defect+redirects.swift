extension Defect {
    /// Where a reply sends a client: REDIR.
    static let redirects = [carriesTokenAway]

    static let carriesTokenAway = Defect(
        154,
        breaks: "REDIR-04",
        "Follows a redirect to another origin with the same header fields"
    )
}
