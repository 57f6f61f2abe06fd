extension Defect {
    /// Defects in retries: RETRY.
    static let retries = [
        badGatewayIsFinal, extraAttempt, retriesNotImplemented, retriesNotFound, repeatedPost, repeatedTimeout,
        lossIsFinal, timeoutIsFinal, resendsWithoutBody, refusalIsFinal, retriesText, restartsAfterRefresh,
        countsFailuresApart, repeatsOnSameConnection, ignoresBudget,
    ]

    static let refusalIsFinal = Defect(
        360,
        breaks: "RETRY-05",
        "Does not retry after a refused connection, although it declares that"
    )
    static let retriesText = Defect(361, breaks: "RETRY-07", "Retries if the reply is not an object or a list")
    static let restartsAfterRefresh = Defect(
        362,
        breaks: "RETRY-09",
        "Counts the attempts of a call anew after a token refresh"
    )
    static let countsFailuresApart = Defect(
        364,
        breaks: "RETRY-10",
        "Counts lost connections and failure statuses separately"
    )
    static let repeatsOnSameConnection = Defect(
        366,
        breaks: "RETRY-11",
        "Repeats a request on the same connection after 421"
    )
    static let ignoresBudget = Defect(367, breaks: "RETRY-12", "Retries every call, however many have failed")

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
