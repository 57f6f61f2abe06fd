extension Defect {
    /// What is sent again: RETRY.
    static let retries = [
        badGatewayIsFinal, oneTooMany, everyServerError, missingAgain, repeatedPost, repeatedTimeout, lossIsFinal,
        timeoutIsFinal, bodyOnce,
    ]

    static let lossIsFinal = Defect(
        143,
        breaks: "RETRY-06",
        "Does not try again after a lost connection, although it declares that"
    )
    static let timeoutIsFinal = Defect(
        243,
        breaks: "RETRY-06",
        "Does not try again after a timeout, although it declares that"
    )
    static let bodyOnce = Defect(
        144,
        breaks: "RETRY-08",
        in: ["createReservation"],
        "Sends the request without its body after it got another token"
    )
    static let badGatewayIsFinal = Defect(123, breaks: "RETRY-01", "Does not try again after 502, although it says so")
    static let oneTooMany = Defect(124, breaks: "RETRY-02", "Tries once more than it says")
    static let everyServerError = Defect(125, breaks: "RETRY-03", "Tries again after 501")
    static let missingAgain = Defect(225, breaks: "RETRY-03", "Tries again after 404")
    static let repeatedPost = Defect(
        126,
        breaks: "RETRY-04",
        in: ["createReservation"],
        "Sends a POST again when its connection was lost"
    )
    static let repeatedTimeout = Defect(
        226,
        breaks: "RETRY-04",
        in: ["createReservation"],
        "Sends a POST again when it has timed out"
    )
}
