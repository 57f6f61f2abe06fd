extension Defect {
    /// Defects in cancellation and timeouts: CANC.
    static let cancellation = [cancelledAsLost, timeoutAsMalformed, slowTimeout]

    static let cancelledAsLost = Defect(134, breaks: "CANC-01", "Reports a cancelled call as a lost connection")
    static let timeoutAsMalformed = Defect(135, breaks: "CANC-04", "Reports a timeout as a malformed reply")
    static let slowTimeout = Defect(
        235,
        breaks: "CANC-04",
        in: ["createReservation"],
        "Waits three times as long as its timeout"
    )
}
