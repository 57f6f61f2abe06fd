extension Defect {
    /// Defects in the handling of redirects: REDIR.
    static let redirects = [
        ignoresPermanentRedirect, redirectsWithoutBody, keepsMethodAfterSeeOther, forwardsToken, followsEndlessly,
        followsAnyScheme, resolvesAtRoot,
    ]

    static let forwardsToken = Defect(
        154,
        breaks: "REDIR-04",
        "Follows a redirect to another origin with the same header fields"
    )
    static let ignoresPermanentRedirect = Defect(420, breaks: "REDIR-01", "Does not follow a 308")
    static let redirectsWithoutBody = Defect(
        421,
        breaks: "REDIR-02",
        in: ["createReservation"],
        "Follows a 307 without the body of the request"
    )
    static let keepsMethodAfterSeeOther = Defect(
        422,
        breaks: "REDIR-03",
        in: ["createReservation"],
        "Follows a 303 with the method of the first request"
    )
    static let followsEndlessly = Defect(423, breaks: "REDIR-05", "Follows up to 200 redirects")
    static let followsAnyScheme = Defect(424, breaks: "REDIR-06", "Ignores the scheme of a Location")
    static let resolvesAtRoot = Defect(
        425,
        breaks: "REDIR-07",
        "Resolves a relative Location at the root of the server"
    )
}
