extension Defect {
    /// Defects in cancellation and timeouts: CANC.
    static let cancellation = [
        cancelledAsLost, timeoutAsMalformed, slowTimeout, sendsWhenCancelled, cancelsAllCalls, cancelsSharedRefresh,
        restartsTimeout, truncatedTimeout, discardsSlowReplies, repeatedPartialReply, unboundedAttempts,
    ]

    static let sendsWhenCancelled = Defect(490, breaks: "CANC-02", "Sends a request in a task that is cancelled")
    static let cancelsAllCalls = Defect(491, breaks: "CANC-03", "Cancels every open request if one call is cancelled")
    static let cancelsSharedRefresh = Defect(
        492,
        breaks: "CANC-03",
        "Cancels the token refresh if one of the calls that wait for it is cancelled"
    )
    static let restartsTimeout = Defect(493, breaks: "CANC-05", "Restarts its timeout with every piece of a body")
    static let truncatedTimeout = Defect(494, breaks: "CANC-06", "Truncates its timeout to whole seconds")
    static let discardsSlowReplies = Defect(
        495,
        breaks: "CANC-07",
        "Treats a reply that takes more than half of the timeout as a timeout"
    )
    static let repeatedPartialReply = Defect(
        496,
        breaks: "CANC-08",
        in: ["createReservation"],
        "Retries a POST if the body of its reply stalls"
    )
    static let unboundedAttempts = Defect(
        497,
        breaks: "CANC-09",
        "Gives every attempt its whole timeout, even if the deadline is nearer"
    )

    static let cancelledAsLost = Defect(134, breaks: "CANC-01", "Reports a cancelled call as a lost connection")
    static let timeoutAsMalformed = Defect(135, breaks: "CANC-04", "Reports a timeout as a malformed reply")
    static let slowTimeout = Defect(
        235,
        breaks: "CANC-04",
        in: ["createReservation"],
        "Waits three times as long as its timeout"
    )
}
