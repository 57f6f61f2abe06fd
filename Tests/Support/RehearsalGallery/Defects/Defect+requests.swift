extension Defect {
    /// What a request looks like: REQ.
    static let requests = [looseSlash, unnamedBody, loneMark, swappedTimes]

    static let looseSlash = Defect(9, breaks: "REQ-01", "Puts a slash between base and path where there is one already")
    static let unnamedBody = Defect(
        102,
        breaks: "REQ-04",
        in: ["createReservation"],
        "Sends a body without saying what it is"
    )
    static let loneMark = Defect(150, breaks: "REQ-06", "Ends every target in a question mark without a query")
    static let swappedTimes = Defect(
        141,
        breaks: "REQ-08",
        in: ["createReservation"],
        "Sends the end of a reservation as its beginning, and the beginning as its end"
    )
}
