extension Defect {
    /// Defects in parallel and in many calls: CONC.
    static let concurrency = [
        confusesReplies, assignsConnections, unlimitedConnections, storesLateReplies, neverReusesConnections,
    ]

    static let confusesReplies = Defect(510, breaks: "CONC-01", "Returns the last reply to any of its parallel calls")
    static let assignsConnections = Defect(
        511,
        breaks: "CONC-02",
        "Assigns each request to one of two connections, even if that connection is stalled"
    )
    static let unlimitedConnections = Defect(512, breaks: "CONC-02", "Opens any number of connections")
    static let storesLateReplies = Defect(513, breaks: "CONC-03", "Stores the reply that arrives last")
    static let neverReusesConnections = Defect(
        514,
        breaks: "CONC-04",
        "Opens a connection for each request and does not close it"
    )
}
