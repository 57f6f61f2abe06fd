extension Defect {
    /// Defects in idempotency keys: IDEM.
    static let idempotency = [
        newKeyPerAttempt, sameKeyForAllCalls, bareKey, newKeyAfterConflict, newKeyPerTap, repeatsUnreadPost,
        deletesTwice,
    ]

    static let bareKey = Defect(
        375,
        breaks: "IDEM-03",
        in: ["extendReservation"],
        "Sends its idempotency key without quotation marks"
    )
    static let newKeyAfterConflict = Defect(
        376,
        breaks: "IDEM-04",
        in: ["extendReservation"],
        "Sends another key after a 409 for an outstanding request"
    )
    static let newKeyPerTap = Defect(
        377,
        breaks: "IDEM-05",
        in: ["extendReservation"],
        "Sends another key for an equal call during the first"
    )
    static let deletesTwice = Defect(
        382,
        breaks: "IDEM-07",
        in: ["cancelReservation"],
        "Reports a deletion as failed if its lost first request has deleted the resource"
    )
    static let repeatsUnreadPost = Defect(
        378,
        breaks: "IDEM-06",
        in: ["createReservation"],
        "Sends a POST again if it cannot read the reply"
    )

    static let sameKeyForAllCalls = Defect(
        147,
        breaks: "IDEM-02",
        in: ["extendReservation"],
        "Sends every operation with the same key"
    )
    static let newKeyPerAttempt = Defect(
        130,
        breaks: "IDEM-01",
        in: ["extendReservation"],
        "Sends each attempt with another key"
    )
}
