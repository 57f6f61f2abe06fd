extension Defect {
    /// Defects in the handling of broken connections: TRN.
    static let transport = [
        refusedIsLost, lostIsRefused, acceptsTruncatedBody, acceptsMissingLastChunk, dropsErrorCode,
    ]

    static let refusedIsLost = Defect(118, breaks: "TRN-01", "Reports a refused connection as a lost one")
    static let lostIsRefused = Defect(119, breaks: "TRN-02", "Reports a lost connection as a refused one")
    static let acceptsTruncatedBody = Defect(120, breaks: "TRN-03", "Treats a truncated body as complete")
    static let acceptsMissingLastChunk = Defect(
        121,
        breaks: "TRN-04",
        "Treats the end of the connection as the last chunk"
    )
    static let dropsErrorCode = Defect(122, breaks: "TRN-05", "Drops the error code of the network stack")
}
