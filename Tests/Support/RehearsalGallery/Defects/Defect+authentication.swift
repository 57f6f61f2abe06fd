extension Defect {
    /// Who asks: AUTH.
    static let authentication = [
        emptyToken, neverRefreshes, forgetsToken, everybodyRefreshes, refreshesForEver, signsOut, refreshesLate,
        refreshesWhenForbidden, reusesRefreshToken,
    ]

    static let emptyToken = Defect(
        148,
        breaks: "AUTH-01",
        "Sends Authorization: Bearer without a token where it has none"
    )
    static let neverRefreshes = Defect(10, breaks: "AUTH-02", "Never gets another token")
    static let forgetsToken = Defect(210, breaks: "AUTH-02", "Begins each call with the token that it was made with")
    static let refreshesWhenForbidden = Defect(145, breaks: "AUTH-08", "Gets another token after a 403")
    static let reusesRefreshToken = Defect(
        146,
        breaks: "AUTH-09",
        "Sends the refresh token that it was made with at every refresh"
    )
    static let signsOut = Defect(152, breaks: "AUTH-06", "Forgets its tokens when a refresh fails, whatever the reason")
    static let refreshesLate = Defect(
        153,
        breaks: "AUTH-07",
        "Gets another token for each 401 that comes after a refresh, also for one to the token before"
    )
    static let everybodyRefreshes = Defect(132, breaks: "AUTH-03", "Gets another token for each call that was refused")
    static let refreshesForEver = Defect(133, breaks: "AUTH-04", "Gets another token after another token was refused")
}
