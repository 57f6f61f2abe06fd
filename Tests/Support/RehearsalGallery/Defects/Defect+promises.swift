extension Defect {
    /// What the client promises beside what is asked of all clients.
    static let promises = [shiftedRows]

    static let shiftedRows = Defect(
        13,
        breaks: "ROWS-01",
        in: ["cancelReservation"],
        "Gives back several rows by their numbers while the list gets shorter"
    )
}
