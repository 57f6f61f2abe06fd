extension Defect {
    /// What a request looks like: REQ.
    static let requests = [looseSlash, unnamedBody]

    static let looseSlash = Defect(9, breaks: "REQ-01", "Puts a slash between base and path where there is one already")
    static let unnamedBody = Defect(
        102,
        breaks: "REQ-04",
        in: ["createReservation"],
        "Sends a body without saying what it is"
    )
}
