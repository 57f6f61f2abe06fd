extension Defect {
    /// Defects in the form of requests: REQ.
    static let requests = [
        doubleSlash, missingContentType, emptyQuery, swappedTimes, rawSegments, rawPlus, acceptsAnything,
        countsCharacters, injectsHeaders, sendsInvalidHours, newIDPerAttempt,
    ]

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
    static let rawSegments = Defect(
        450,
        breaks: "REQ-02",
        in: ["cancelReservation"],
        "Puts an identifier into the path without escapes"
    )
    static let rawPlus = Defect(451, breaks: "REQ-03", in: ["searchSpots"], "Sends a plus in the query unescaped")
    static let acceptsAnything = Defect(452, breaks: "REQ-05", "Sends Accept: */*")
    static let countsCharacters = Defect(
        453,
        breaks: "REQ-07",
        in: ["extendReservation"],
        "Sends the number of characters as Content-Length"
    )
    static let injectsHeaders = Defect(
        454,
        breaks: "REQ-09",
        in: ["searchSpots"],
        "Sends a line break in the value of a header field"
    )
    static let sendsInvalidHours = Defect(
        455,
        breaks: "REQ-10",
        in: ["extendReservation"],
        "Sends an extension by no hours"
    )
    static let newIDPerAttempt = Defect(456, breaks: "REQ-11", "Sends another correlation ID with each attempt")
}
