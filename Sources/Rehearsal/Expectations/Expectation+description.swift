extension Scenario.Expectation: CustomStringConvertible {
    /// In one line, as it is written: `get /me: count 2, gaps at least 1 s`.
    public var description: String {
        switch subject {
        case .requests(let query, let demands): "\(query): \(demands)"
        case .inOrder(let queries): "in order: " + queries.map { "\($0)" }.joined(separator: ", ")
        case .unexpected(let count): "unexpected: \(count)"
        }
    }
}

extension Scenario.Expectation.Demands: CustomStringConvertible {
    /// In one line.
    public var description: String {
        var parts: [String] = []
        if let count { parts.append("count \(count)") }
        if let attempts { parts.append("attempts \(attempts)") }
        if count == nil, attempts == nil { parts.append("count at least 1") }
        if !gaps.isEmpty { parts.append("gaps " + gaps.map { "\($0)" }.joined(separator: ", ")) }
        if !same.isEmpty { parts.append("same " + same.map { "\($0)" }.joined(separator: ", ")) }
        if let within { parts.append("within \(within.shown)") }
        if let endedBy { parts.append("ended by the \(endedBy.rawValue)") }
        return parts.joined(separator: ", ")
    }
}

extension Scenario.Expectation.Gap: CustomStringConvertible {
    /// `at least 1 s`, `0.5 s to 2 s`.
    public var description: String {
        switch (atLeast, atMost) {
        case (let least?, let most?): "\(least.shown) to \(most.shown)"
        case (let least?, nil): "at least \(least.shown)"
        case (nil, let most?): "at most \(most.shown)"
        case (nil, nil): "of any length"
        }
    }
}

extension Scenario.Expectation.Part: CustomStringConvertible {
    /// As it is written: `header:Idempotency-Key`.
    public var description: String {
        switch self {
        case .header(let name): "header:\(name)"
        case .query(let name): "query:\(name)"
        case .body: "body"
        case .target: "target"
        }
    }
}
