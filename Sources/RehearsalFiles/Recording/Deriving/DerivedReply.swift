import Rehearsal

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
