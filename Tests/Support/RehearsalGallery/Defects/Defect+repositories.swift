extension Defect {
    /// What stands between the wire and the app: REPO.
    static let repositories = [
        alwaysFallsBack, wholePrice, userOfFirst, neverFallsBack, fallsBackOnGarbage, storesDrafts, storesNothing,
        endsBeforeStart,
    ]

    static let alwaysFallsBack = Defect(
        4,
        breaks: "REPO-03",
        "Returns what is stored after any failure, also a refusal"
    )
    static let wholePrice = Defect(136, breaks: "REPO-01", "Loses the cents of a price on the way to the app")
    static let neverFallsBack = Defect(
        137,
        breaks: "REPO-02",
        "Returns nothing of what is stored when there is no server"
    )
    static let fallsBackOnGarbage = Defect(
        139,
        breaks: "REPO-04",
        "Returns what is stored when the answer cannot be read"
    )
    static let storesDrafts = Defect(
        140,
        breaks: "REPO-05",
        in: ["createReservation"],
        "Stores what it asks for before the server has agreed, and leaves it there"
    )
    static let storesNothing = Defect(155, breaks: "REPO-09", "Does not store what it has fetched")
    static let endsBeforeStart = Defect(
        156,
        breaks: "REPO-12",
        in: ["fetchReservations", "createReservation"],
        "Takes a reservation that ends before it starts"
    )
    static let userOfFirst = Defect(202, breaks: "REPO-01", "Takes the user of the first reservation for that of each")
}
