extension Defect {
    /// Who asks: AUTH.
    static let authentication = [neverRefreshes, everybodyRefreshes, refreshesForEver]

    static let neverRefreshes = Defect(10, breaks: "AUTH-02", "Never gets another token")
    static let everybodyRefreshes = Defect(132, breaks: "AUTH-03", "Gets another token for each call that was refused")
    static let refreshesForEver = Defect(133, breaks: "AUTH-04", "Gets another token after another token was refused")
}
