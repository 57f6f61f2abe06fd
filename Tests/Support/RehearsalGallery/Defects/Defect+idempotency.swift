extension Defect {
    /// Defects in idempotency keys: IDEM.
    static let idempotency = [newKeyPerAttempt, sameKeyForAllCalls]

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
