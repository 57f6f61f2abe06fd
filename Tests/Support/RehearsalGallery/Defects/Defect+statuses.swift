extension Defect {
    /// Defects in the handling of status codes: STAT.
    static let statuses = [
        decodesEmptyBody, dropsErrorDetails, knownSuccessOnly, guessedStatus, redirectIsSuccess, bodyBeforeStatus,
        acceptsPartialReply,
    ]

    static let decodesEmptyBody = Defect(
        2,
        breaks: "STAT-05",
        in: ["cancelReservation"],
        "Parses the empty body of a 204 as JSON, so that success becomes an error"
    )
    static let dropsErrorDetails = Defect(
        6,
        breaks: "STAT-07",
        "Keeps only the status of an HTTP error; the problem document, Retry-After and the request ID are lost"
    )
    static let knownSuccessOnly = Defect(103, breaks: "STAT-01", "Treats only the 2xx codes that it knows as success")
    static let guessedStatus = Defect(104, breaks: "STAT-02", "Reports an unknown 4xx code as 400")
    static let redirectIsSuccess = Defect(151, breaks: "STAT-03", "Treats every status below 400 as success")
    static let acceptsPartialReply = Defect(142, breaks: "STAT-13", "Treats an unrequested 206 as a complete reply")
    static let bodyBeforeStatus = Defect(105, breaks: "STAT-04", "Treats a 5xx as success if its body can be decoded")
}
