extension Defect {
    /// Defects in the form of requests: REQ.
    static let requests = [doubleSlash, missingContentType, emptyQuery, swappedTimes]

    static let doubleSlash = Defect(9, breaks: "REQ-01", "Adds a second slash between the base URL and the path")
    static let missingContentType = Defect(
        102,
        breaks: "REQ-04",
        in: ["createReservation"],
        "Sends a body without Content-Type"
    )
    static let emptyQuery = Defect(150, breaks: "REQ-06", "Appends a question mark without a query to every target")
    static let swappedTimes = Defect(
        141,
        breaks: "REQ-08",
        in: ["createReservation"],
        "Swaps the start and the end of a reservation"
    )
}
