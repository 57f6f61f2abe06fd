import Rehearsal

/// One endpoint of a derived scenario, and what a reader of it should know.
struct DerivedEndpoint {
    /// As the recording alone plays it, which decides when it is asked.
    var exact: Scenario.Endpoint
    /// As it is written, but for its replies.
    var written: Scenario.Endpoint
    var replies: [DerivedReply]
    /// What it is derived from, for a reader.
    var comments: [String] = []

    var query: [Scenario.Condition.QueryItem] { exact.when?.exactQuery ?? [] }

    /// What its query asks for: an item that comes twice is one.
    var queryItems: Set<Scenario.Condition.QueryItem> { Set(query) }

    /// The entries that it answers with, by their indices.
    var entries: [Int] { replies.flatMap(\.entries) }

    init(_ play: Recording.Play, in recording: Recording) {
        exact = play.endpoint
        written = play.endpoint
        written.afterLast = nil
        written.when?.exactQuery = nil
        replies = DerivedReply.sequence(of: play.entries, in: recording)
    }

    /// Says what happened where the answers changed.
    mutating func tellSequence(_ names: (Int) -> String) {
        guard replies.count > 1 else { return }
        let parts = replies.prefix(Self.mostNamed).map { reply in
            names(reply.entries[0]) + (reply.entries.count > 1 ? " (\(reply.entries.count) times)" : "")
        }
        let rest = replies.count - parts.count
        let list = parts.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
        comments.append("The answers changed: \(list). The last goes on.")
    }

    private static let mostNamed = 6
}

extension Scenario.Condition {
    /// Whether it asks for nothing.
    var isNothing: Bool { self == Scenario.Condition() }
}
