import Rehearsal

/// What `serve --json` prints as its last line.
struct StoppedLine: Sendable, Hashable {
    var exchanges: Int
    /// Entries that the journal forgot because it was full.
    var dropped: Int

    var text: String {
        let json: JSON = .object([
            JSON.Member("event", "stopped"),
            JSON.Member("exchanges", JSON(integerLiteral: exchanges)),
            JSON.Member("dropped", JSON(integerLiteral: dropped)),
        ])
        return String(decoding: json.bytes(), as: UTF8.self)
    }
}
