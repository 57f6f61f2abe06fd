import Rehearsal

extension Examination {
    /// Every call has come to one of these.
    ///
    /// - Parameter chance: an outcome that a correct client shows very rarely; it counts if it happens again.
    package mutating func expectOutcome(
        _ wanted: String,
        chance: ClientOutcome? = nil,
        _ isRight: (ClientOutcome) -> Bool,
    ) {
        let outcomes = evidence.answer.outcomes
        if outcomes.isEmpty { complain("expected \(wanted), and there is no outcome") }
        for outcome in outcomes where !isRight(outcome) {
            complain("expected \(wanted), got \(outcome)", outcome == chance ? .chance : .event)
        }
    }

    /// Every call has come to a failure with this status: to the error of the app that is declared for it or, where
    /// none is declared, to any error that still has the status.
    package mutating func expectFailure(status: Int) {
        if let word = operation.domainErrors[status] {
            return expectOutcome("domain(\(word)), which is declared for \(status)") { outcome in
                guard case .domain(let name, let seen, _) = outcome else { return false }
                return name == word && (seen ?? status) == status
            }
        }
        expectOutcome("a failure that still knows the status \(status)") { outcome in
            switch outcome {
            case .http(let seen, _, _), .domain(_, let seen?, _): seen == status
            case .auth(let reason, let seen): (seen ?? (reason == .forbidden ? 403 : 401)) == status
            default: false
            }
        }
    }

    /// Every call has come to a failure that has the status, or says that the client can make nothing of the reply.
    mutating func expectUnusualFailure(status: Int) {
        let word = operation.domainErrors[status]
        let serverWords = operation.domainErrors.filter { 500..<600 ~= $0.key }.values
        expectOutcome("a failure that still knows the status \(status), or a bad response") { outcome in
            switch outcome {
            // A status beyond 599 is processed as one of 5xx (RFC 9110 §15).
            case .http(let seen, _, _), .domain(_, let seen?, _):
                seen == status || status >= 600 && 500..<600 ~= seen
            case .domain(let name, nil, _): name == word || status >= 600 && serverWords.contains(name)
            case .transport(let kind, _): kind == .badResponse || 300..<400 ~= status && kind == .redirect
            default: false
            }
        }
    }

    /// Every call has returned; where it is known what, that.
    package mutating func expectValue() {
        guard let expected = operation.value else { return expectValue("a value") }
        expectValue("the value \(ClientOutcome.value(expected))")
        for value in evidence.answer.outcomes.compactMap(\.value) {
            let changes = ValueChange.between(expected, value)
            guard let first = changes.first else { continue }
            let rest = changes.count > 1 ? ", and \(changes.count - 1) more differences" : ""
            complain("expected \(first.path) of the value to be \(first.old.brief), got \(first.new.brief)\(rest)")
        }
    }

    /// No call has returned.
    package mutating func expectNoValue(_ why: String) {
        for outcome in evidence.answer.outcomes where outcome.kind == .value { complain("\(why), got \(outcome)") }
    }
}
