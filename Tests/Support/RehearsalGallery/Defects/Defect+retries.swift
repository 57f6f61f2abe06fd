extension Defect {
    /// Defects in retries: RETRY.
    static let retries = [
        badGatewayIsFinal, extraAttempt, retriesNotImplemented, retriesNotFound, repeatedPost, repeatedTimeout,
        lossIsFinal,
        timeoutIsFinal, resendsWithoutBody,
    ]

    static let lossIsFinal = Defect(
        143,
        breaks: "RETRY-06",
        "Does not retry after a lost connection, although it declares that"
    )
    static let timeoutIsFinal = Defect(
        243,
        breaks: "RETRY-06",
        "Does not retry after a timeout, although it declares that"
    )
    static let resendsWithoutBody = Defect(
        144,
        breaks: "RETRY-08",
        in: ["createReservation"],
        "Resends the request without its body after a token refresh"
    )
    static let badGatewayIsFinal = Defect(123, breaks: "RETRY-01", "Does not retry a 502, although it declares that")
    static let extraAttempt = Defect(124, breaks: "RETRY-02", "Makes one attempt more than it declares")
    static let retriesNotImplemented = Defect(125, breaks: "RETRY-03", "Retries after 501")
    static let retriesNotFound = Defect(225, breaks: "RETRY-03", "Retries after 404")
    static let repeatedPost = Defect(
        126,
        breaks: "RETRY-04",
        in: ["createReservation"],
        "Retries a POST after a lost connection"
    )
    static let repeatedTimeout = Defect(
        226,
        breaks: "RETRY-04",
        in: ["createReservation"],
        "Retries a POST after a timeout"
    )
}
