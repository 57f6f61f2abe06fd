extension Defect {
    /// Defects in the delays between retries: BACK.
    static let backoff = [noDelay, steepBackoff, noJitter, ignoresRetryAfter, ignoresSign, unboundedRetryAfter]

    static let noDelay = Defect(127, breaks: "BACK-01", "Retries without a delay")
    static let steepBackoff = Defect(227, breaks: "BACK-01", "Multiplies its delays by eight instead of two")
    static let noJitter = Defect(149, breaks: "BACK-03", "Waits exactly three quarters of each bound, without jitter")
    static let ignoresRetryAfter = Defect(128, breaks: "BACK-05", "Ignores Retry-After")
    static let ignoresSign = Defect(129, breaks: "BACK-07", "Reads a Retry-After of -5 as 5")
    static let unboundedRetryAfter = Defect(229, breaks: "BACK-07", "Waits as long as Retry-After says, even a day")
}
