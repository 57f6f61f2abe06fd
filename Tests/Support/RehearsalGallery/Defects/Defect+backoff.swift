extension Defect {
    /// How long a client waits: BACK.
    static let backoff = [hotLoop, steepWaits, sameWaits, impatient, signsPassedOver, endlessPatience]

    static let hotLoop = Defect(127, breaks: "BACK-01", "Tries again at once")
    static let steepWaits = Defect(227, breaks: "BACK-01", "Makes its waits eight times as long each time, not twice")
    static let sameWaits = Defect(149, breaks: "BACK-03", "Waits exactly three quarters of each bound")
    static let impatient = Defect(128, breaks: "BACK-05", "Does not look at Retry-After")
    static let signsPassedOver = Defect(129, breaks: "BACK-07", "Takes a Retry-After of -5 for 5")
    static let endlessPatience = Defect(229, breaks: "BACK-07", "Waits for as long as it is asked to, a day too")
}
