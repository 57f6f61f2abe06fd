import Rehearsal

/// What `serve --json` prints as its last line.
struct StoppedLine: Sendable, Hashable {
    var exchanges: Int
    /// Entries that the journal forgot because it was full.
    var dropped: Int
    /// What is not in the HAR; nil where none was asked for.
    var har: Shortfall?

    var text: String {
        var members = [
            JSON.Member("event", "stopped"),
            JSON.Member("exchanges", JSON(integerLiteral: exchanges)),
            JSON.Member("dropped", JSON(integerLiteral: dropped)),
        ]
        if let har { members.append(JSON.Member("har", har.json)) }
        return String(decoding: JSON.object(members).bytes(), as: UTF8.self)
    }
}
