extension Defect {
    /// What ends a call early: CANC.
    static let cancellation = [cancelledIsLost, timeoutIsNonsense, slowTimeout]

    static let cancelledIsLost = Defect(134, breaks: "CANC-01", "Takes a call that was cancelled for a lost connection")
    static let timeoutIsNonsense = Defect(135, breaks: "CANC-04", "Reports a timeout as an answer that makes no sense")
    static let slowTimeout = Defect(
        235,
        breaks: "CANC-04",
        in: ["createReservation"],
        "Waits three times as long as it may"
    )
}
