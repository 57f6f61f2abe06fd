extension Defect {
    /// Defects in the handling of broken connections: TRN.
    static let transport = [
        refusedIsLost, lostIsRefused, acceptsTruncatedBody, acceptsMissingLastChunk, dropsErrorCode,
        closeIsEmptyReply, invalidReplyIsEmpty, ignoresInvalidLength, reusesDirtyConnection, acceptsCorruptCoding,
        resetIsEnd, fallsBackToPlaintext, failsAfterIdleClose,
    ]

    static let closeIsEmptyReply = Defect(306, breaks: "TRN-06", "Treats a close before a reply as an empty reply")
    static let invalidReplyIsEmpty = Defect(
        307,
        breaks: "TRN-07",
        "Treats a reply that it cannot parse as an empty one"
    )
    static let ignoresInvalidLength = Defect(
        308,
        breaks: "TRN-08",
        "Reads a body to the end of the connection if its Content-Length is not valid"
    )
    static let reusesDirtyConnection = Defect(
        309,
        breaks: "TRN-09",
        "Reads bytes after a reply as the reply to its next request"
    )
    static let acceptsCorruptCoding = Defect(310, breaks: "TRN-10", "Uses the readable part of corrupt gzip data")
    static let resetIsEnd = Defect(311, breaks: "TRN-11", "Treats RST as the end of a body without a declared length")
    static let fallsBackToPlaintext = Defect(312, breaks: "TRN-12", "Connects without TLS after a failed handshake")
    static let failsAfterIdleClose = Defect(
        313,
        breaks: "TRN-13",
        "Uses a connection that the server has closed, and reports an error"
    )

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
