extension Defect {
    /// Defects in authentication: AUTH.
    static let authentication = [
        emptyToken, neverRefreshes, forgetsToken, refreshesPerCall, refreshesRepeatedly, discardsTokens, refreshesLate,
        refreshesWhenForbidden, reusesRefreshToken, keepsRejectedTokens, refreshesWithoutLimit, basicIsMalformed,
    ]

    static let keepsRejectedTokens = Defect(
        379,
        breaks: "AUTH-05",
        "Keeps its tokens after the server rejected the refresh token"
    )
    static let refreshesWithoutLimit = Defect(380, breaks: "AUTH-10", "Refreshes its token as often as it is rejected")
    static let basicIsMalformed = Defect(
        381,
        breaks: "AUTH-10",
        "Reports a 401 with a Basic challenge as a malformed reply"
    )

    static let emptyToken = Defect(
        148,
        breaks: "AUTH-01",
        "Sends Authorization: Bearer without a token if it has none"
    )
    static let neverRefreshes = Defect(10, breaks: "AUTH-02", "Never refreshes its token")
    static let forgetsToken = Defect(210, breaks: "AUTH-02", "Starts each call with its initial token")
    static let refreshesWhenForbidden = Defect(145, breaks: "AUTH-08", "Refreshes its token after a 403")
    static let reusesRefreshToken = Defect(
        146,
        breaks: "AUTH-09",
        "Sends its initial refresh token at every refresh"
    )
    static let discardsTokens = Defect(152, breaks: "AUTH-06", "Discards its tokens after any failed refresh")
    static let refreshesLate = Defect(
        153,
        breaks: "AUTH-07",
        "Refreshes its token for each 401 after a refresh, even if the 401 is for the previous token"
    )
    static let refreshesPerCall = Defect(132, breaks: "AUTH-03", "Refreshes its token for each rejected call")
    static let refreshesRepeatedly = Defect(133, breaks: "AUTH-04", "Refreshes again after the new token was rejected")
}
