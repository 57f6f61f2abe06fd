extension Defect {
    /// Defects in the delays between retries: BACK.
    static let backoff = [
        noDelay, steepBackoff, noJitter, ignoresRetryAfter, ignoresSign, unboundedRetryAfter, constantWaits,
        oneShareForAllCalls, currentDatesOnly, pastDateIsFree, waitsAfterAnyReply, tooLargeIsFinal, deadlineOfEachWait,
    ]

    static let constantWaits = Defect(368, breaks: "BACK-02", "Waits no longer before the second retry than the first")
    static let oneShareForAllCalls = Defect(
        369,
        breaks: "BACK-04",
        "Draws the random part of its delays once, for all its calls"
    )
    static let currentDatesOnly = Defect(
        370,
        breaks: "BACK-06",
        "Ignores the obsolete formats of a date in Retry-After"
    )
    static let pastDateIsFree = Defect(
        371,
        breaks: "BACK-08",
        "Does not count an attempt after a Retry-After with a past date"
    )
    static let waitsAfterAnyReply = Defect(372, breaks: "BACK-09", "Waits for Retry-After after a success too")
    static let tooLargeIsFinal = Defect(
        373,
        breaks: "BACK-09",
        "Does not retry a 413 with Retry-After, although it declares that"
    )
    static let deadlineOfEachWait = Defect(
        374,
        breaks: "BACK-10",
        "Compares each delay with its deadline, but not the total"
    )

    static let noDelay = Defect(127, breaks: "BACK-01", "Retries without a delay")
    static let steepBackoff = Defect(227, breaks: "BACK-01", "Multiplies its delays by eight instead of two")
    static let noJitter = Defect(149, breaks: "BACK-03", "Waits exactly three quarters of each bound, without jitter")
    static let ignoresRetryAfter = Defect(128, breaks: "BACK-05", "Ignores Retry-After")
    static let ignoresSign = Defect(129, breaks: "BACK-07", "Reads a Retry-After of -5 as 5")
    static let unboundedRetryAfter = Defect(229, breaks: "BACK-07", "Waits as long as Retry-After says, even a day")
}
