extension Defect {
    /// What must not happen twice: IDEM.
    static let idempotency = [otherKeys]

    static let otherKeys = Defect(
        130,
        breaks: "IDEM-01",
        in: ["extendReservation"],
        "Sends each attempt with another key"
    )
}
