extension Defect {
    /// What becomes of a broken connection: TRN.
    static let transport = [refusedIsLost, lostIsRefused, shortIsWhole, noLastChunk, bareFailure]

    static let refusedIsLost = Defect(118, breaks: "TRN-01", "Reports a refused connection as a lost one")
    static let lostIsRefused = Defect(119, breaks: "TRN-02", "Reports a lost connection as a refused one")
    static let shortIsWhole = Defect(120, breaks: "TRN-03", "Takes a body for whole when the connection ends")
    static let noLastChunk = Defect(121, breaks: "TRN-04", "Takes the end of the connection for the last chunk")
    static let bareFailure = Defect(122, breaks: "TRN-05", "Throws away the code of the network stack")
}
