extension Defect {
    /// What becomes of a body: DEC.
    static let decoding = [rawError]

    static let rawError = Defect(
        3,
        breaks: "DEC-01",
        "Lets the error of its JSON reader through, which callers do not know"
    )
}
