extension Defect {
    /// What a status means: STAT.
    static let statuses = [
        decodedNothing, bareStatus, registeredSuccess, guessedStatus, redirectIsSuccess, bodyBeforeStatus,
        partialIsWhole,
    ]

    static let decodedNothing = Defect(
        2,
        breaks: "STAT-05",
        in: ["cancelReservation"],
        "Reads the empty body of a 204 as JSON, so that success is an error"
    )
    static let bareStatus = Defect(
        6,
        breaks: "STAT-07",
        "Keeps of an HTTP error the status alone: the problem, Retry-After and the request's id are lost"
    )
    static let registeredSuccess = Defect(103, breaks: "STAT-01", "Takes only the 2xx that it has heard of for success")
    static let guessedStatus = Defect(104, breaks: "STAT-02", "Reports a 4xx that it has not heard of as 400")
    static let redirectIsSuccess = Defect(151, breaks: "STAT-03", "Takes every status below 400 for success")
    static let partialIsWhole = Defect(142, breaks: "STAT-13", "Takes a 206 that it did not ask for as a whole reply")
    static let bodyBeforeStatus = Defect(105, breaks: "STAT-04", "Takes a 5xx for success if its body can be read")
}
