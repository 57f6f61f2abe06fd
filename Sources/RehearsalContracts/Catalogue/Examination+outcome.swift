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

    /// Every call has come to a failure with this status, in whatever words the client has for it.
    ///
    /// A word that the client has for this status alone says it too.
    package mutating func expectFailure(status: Int) {
        let word = operation.domainErrors[status]
        expectOutcome("a failure that still knows the status \(status)") { outcome in
            switch outcome {
            case .http(let seen, _, _): seen == status
            case .auth(let reason, let seen): (seen ?? (reason == .forbidden ? 403 : 401)) == status
            case .domain(let name, let seen, _): seen == status || (seen == nil && word != nil && name == word)
            default: false
            }
        }
    }

    /// Every call has returned; where it is known what, that.
    package mutating func expectValue() {
        let expected = operation.value
        expectOutcome(expected.map { "the value \(ClientOutcome.value($0))" } ?? "a value") { outcome in
            guard let value = outcome.value else { return false }
            return expected.map { $0.isEquivalent(to: value) } ?? true
        }
    }

    /// No call has returned.
    package mutating func expectNoValue(_ why: String) {
        for outcome in evidence.answer.outcomes where outcome.kind == .value { complain("\(why), got \(outcome)") }
    }
}
