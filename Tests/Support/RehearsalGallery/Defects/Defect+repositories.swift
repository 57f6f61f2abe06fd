extension Defect {
    /// Defects in the layer between HTTP and the app: REPO.
    static let repositories = [
        alwaysFallsBack, dropsCents, userOfFirst, neverFallsBack, fallsBackAfterDecodingError, storesDrafts,
        storesNothing,
        endsBeforeStart,
    ]

    static let alwaysFallsBack = Defect(
        4,
        breaks: "REPO-03",
        "Returns stored data after any failure, even a 4xx status"
    )
    static let dropsCents = Defect(136, breaks: "REPO-01", "Drops the cents of a price")
    static let neverFallsBack = Defect(
        137,
        breaks: "REPO-02",
        "Does not return stored data when the server is unreachable"
    )
    static let fallsBackAfterDecodingError = Defect(
        139,
        breaks: "REPO-04",
        "Returns stored data when the reply cannot be decoded"
    )
    static let storesDrafts = Defect(
        140,
        breaks: "REPO-05",
        in: ["createReservation"],
        "Stores a draft before the server accepts it, and keeps it after a failure"
    )
    static let storesNothing = Defect(155, breaks: "REPO-09", "Does not store fetched data")
    static let endsBeforeStart = Defect(
        156,
        breaks: "REPO-12",
        in: ["fetchReservations", "createReservation"],
        "Accepts a reservation that ends before it starts"
    )
    static let userOfFirst = Defect(202, breaks: "REPO-01", "Assigns the user of the first reservation to all")
}
