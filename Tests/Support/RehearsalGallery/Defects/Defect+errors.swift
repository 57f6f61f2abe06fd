extension Defect {
    /// Defects in the types of errors: ERR.
    static let errors = [rawTimeout, rawReply, privateCancellation]

    static let rawTimeout = Defect(
        540,
        breaks: "ERR-01",
        in: ["createReservation"],
        "Throws the timeout of its network layer instead of its own error"
    )
    static let rawReply = Defect(541, breaks: "ERR-01", "Throws an error of its network layer for a 503")
    static let privateCancellation = Defect(542, breaks: "ERR-02", "Throws an undeclared error for a cancelled call")
}
