import Rehearsal
import RehearsalDocuments

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

/// One reply of a derived scenario: an entry of the recording, and what is said beside it.
struct DerivedReply {
    /// The entries that it stands for, by their indices: equal answers that followed one another.
    var entries: [Int]
    /// What changes its body, in the order in which it is written.
    var edits: [JSON.Member] = []

    /// As documents write it.
    ///
    /// - Parameter isLast: it goes on for ever, however often it was recorded.
    func document(isLast: Bool, _ reference: (Int) -> String) -> JSON {
        var members = [JSON.Member("recording", .string(reference(entries[0])))]
        if !edits.isEmpty { members.append(JSON.Member("edit", .object(edits))) }
        if !isLast, entries.count > 1 { members.append(JSON.Member("times", JSON(integerLiteral: entries.count))) }
        return .object(members)
    }

    /// Answers in turn, equal ones that follow one another as one.
    static func sequence(of entries: [Int], in recording: Recording) -> [DerivedReply] {
        var replies: [DerivedReply] = []
        for entry in entries {
            let last = replies.last.map { recording.entries[$0.entries[0]].reply }
            if let last, last.isSameAnswer(as: recording.entries[entry].reply) {
                replies[replies.count - 1].entries.append(entry)
            } else {
                replies.append(DerivedReply(entries: [entry]))
            }
        }
        return replies
    }
}

extension Scenario.Reply {
    /// Whether a client sees no difference between two recorded answers.
    func isSameAnswer(as other: Scenario.Reply) -> Bool {
        status == other.status && reason == other.reason && headers == other.headers && body == other.body
            && faults == other.faults && recordedOrigins == other.recordedOrigins
    }
}
