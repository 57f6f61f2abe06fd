extension Defect {
    /// Defects in the layer between HTTP and the app: REPO.
    static let repositories = [
        alwaysFallsBack, dropsCents, userOfFirst, neverFallsBack, fallsBackAfterDecodingError, storesDrafts,
        storesNothing,
        endsBeforeStart, fallsBackAfterServerError, offlineIsMissing, keepsMissing, storesUnread, asksMonitorFirst,
        plainPaymentError, losesReason, sortedRows,
    ]

    static let sortedRows = Defect(
        527,
        breaks: "REPO-14",
        in: ["cancelReservation"],
        "Looks up the rows to cancel in a list with another order"
    )

    static let fallsBackAfterServerError = Defect(520, breaks: "REPO-06", "Returns stored data after a 5xx")
    static let offlineIsMissing = Defect(
        521,
        breaks: "REPO-07",
        "Reports a value as missing if there is neither a connection nor a stored value"
    )
    static let keepsMissing = Defect(
        522,
        breaks: "REPO-08",
        in: ["fetchReservation"],
        "Keeps the stored reservation after a 404"
    )
    static let storesUnread = Defect(523, breaks: "REPO-10", "Stores a document before it has decoded it")
    static let asksMonitorFirst = Defect(
        524,
        breaks: "REPO-11",
        "Sends no request while its network monitor reports no connection"
    )
    static let plainPaymentError = Defect(
        525,
        breaks: "REPO-13",
        in: ["createReservation"],
        "Reports a 402 as an HTTP error"
    )
    static let losesReason = Defect(
        526,
        breaks: "REPO-13",
        in: ["createReservation"],
        "Replaces the reason of a failed payment by a text of its own"
    )

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
