extension Defect {
    /// Defects in the handling of status codes: STAT.
    static let statuses = [
        decodesEmptyBody, dropsErrorDetails, knownSuccessOnly, guessedStatus, redirectIsSuccess, bodyBeforeStatus,
        acceptsPartialReply, emptyAsEmptyList, problemStatusWins, trustsSuccessMember, inventsCreated,
        switchingIsSuccess, awaitsContentOf204,
    ]

    static let emptyAsEmptyList = Defect(300, breaks: "STAT-06", "Reads an empty body as an empty list")
    static let problemStatusWins = Defect(
        301,
        breaks: "STAT-08",
        "Reports the status in a problem document instead of the status of the reply"
    )
    static let trustsSuccessMember = Defect(
        302,
        breaks: "STAT-09",
        "Treats an error reply as a success if its body says so"
    )
    static let inventsCreated = Defect(
        303,
        breaks: "STAT-10",
        in: ["createReservation"],
        "Returns a reservation of its own if the reply to its creation has no body"
    )
    static let switchingIsSuccess = Defect(
        304,
        breaks: "STAT-11",
        in: ["cancelReservation"],
        "Treats a 101 that it did not request as a success"
    )
    static let awaitsContentOf204 = Defect(
        305,
        breaks: "STAT-12",
        in: ["cancelReservation"],
        "Waits for the body that a 204 announces"
    )

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
