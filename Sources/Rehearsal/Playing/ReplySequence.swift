/// Which of its replies an endpoint gives at which turn.
struct ReplySequence: Sendable {
    /// For each reply, how many requests have been answered once its last turn is over.
    private let turns: [Int]
    let afterLast: Scenario.AfterLast

    init(_ endpoint: Scenario.Endpoint) {
        var total = 0
        turns = endpoint.replies.map {
            let (sum, isTooMany) = total.addingReportingOverflow($0.times ?? 1)
            total = isTooMany ? .max : sum
            return total
        }
        afterLast = endpoint.afterLast ?? (endpoint.replies.last?.times == nil ? .repeat : .fail)
    }

    /// One reply goes on for ever.
    var hasOneAnswer: Bool { turns.count == 1 && (afterLast == .repeat || afterLast == .cycle) }
    /// Once it is over, somebody else answers.
    var stepsAside: Bool { afterLast == .next }

    /// The index of the reply for the request with this number, from 0; nil once the sequence is exhausted.
    func reply(forTurn turn: Int) -> Int? {
        guard let last = turns.indices.last else { return nil }
        guard turn >= turns[last] else { return replyWithin(turn) }
        switch afterLast {
        case .repeat: return last
        case .fail, .next: return nil
        case .cycle: return replyWithin(turn % turns[last])
        }
    }

    /// How many requests the endpoint has answered before it gives this reply for the first time.
    func firstTurn(of reply: Int) -> Int { reply == 0 ? 0 : turns[reply - 1] }

    private func replyWithin(_ turn: Int) -> Int? {
        if turns.count == 1 { return 0 }
        var low = 0
        var high = turns.count - 1
        while low < high {
            let middle = (low + high) / 2
            if turn < turns[middle] { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
