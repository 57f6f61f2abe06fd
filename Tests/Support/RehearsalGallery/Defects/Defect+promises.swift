extension Defect {
    /// Defects that break a promise of the contract.
    static let promises = [shiftedRows]

    static let shiftedRows = Defect(
        13,
        breaks: "ROWS-01",
        in: ["cancelReservation"],
        "Cancels several rows by index while the list shrinks"
    )
}
