import Rehearsal

extension Rule {
    /// The rule that a client keeps a promise of its own.
    init(_ promise: Declaration.Promise) {
        self.init(promise.id, promise.statement, source: "the contract itself", restsOn: promise.restsOn) { call in
            guard let scenario = promise.scenario else {
                throw Inapplicable("the scenario that it is tried with has not been looked for")
            }
            var exercise = call.exercise([])
            exercise.scenario = scenario
            exercise.isJudgedByScenario = true
            // What must not be sent again is most often sent again a little later.
            exercise.watch = .milliseconds(100)
            exercise.request.operation = promise.id
            (exercise.request.store, exercise.request.isOnline) = (promise.store, promise.isOnline)
            (exercise.request.token, exercise.request.refreshToken) = (promise.token, promise.refreshToken)
            return [Draft("", exercise) { promise.examine(&$0) }]
        }
    }
}

extension Declaration.Promise {
    /// Expects what the scenario expects of the wire, and the promised outcome.
    fileprivate func examine(_ exam: inout Examination) {
        for finding in exam.evidence.findings { exam.complain(finding) }
        guard let seen = exam.outcome else {
            return exam.complain("expected the call to come to something, got nothing")
        }
        if [.hang, .crash].contains(seen.kind) { return exam.complain("the call ended in \(seen)") }
        if let outcome, !outcome.covers(seen) {
            exam.complain("expected \(outcome), got \(seen)")
        } else if mustBeFresh, case .value(_, let freshness) = seen, freshness.isStale || freshness.isFromCache {
            exam.complain("expected a value from the server, got \(seen)")
        }
    }
}

extension ClientOutcome {
    /// Whether another outcome is this one as far as this one goes: what it leaves open may be anything.
    func covers(_ other: ClientOutcome) -> Bool {
        func open<Value: Equatable>(_ wanted: Value?, _ value: Value?) -> Bool { wanted == nil || wanted == value }
        return switch (self, other) {
        case (.value(let wanted, let freshness), .value(let value, let noted)):
            wanted.isEquivalent(to: value) && freshness.covers(noted)
        case (.http(let wanted, let headers, let body), .http(let status, let fields, let bytes)):
            wanted == status && open(body, bytes)
                && headers.fields.allSatisfy { fields.values(of: $0.name).contains($0.value ?? "") }
        case (.decoding(let wanted, let path, let status), .decoding(let detail, let place, let seen)):
            wanted == detail && open(path, place) && open(status, seen)
        case (.transport(let wanted, let code), .transport(let detail, let seen)):
            wanted == detail && open(code, seen)
        case (.auth(let wanted, let status), .auth(let detail, let seen)): wanted == detail && open(status, seen)
        case (.invalidRequest(let field), .invalidRequest(let seen)): open(field, seen)
        case (.domain(let wanted, let status, let reason), .domain(let name, let seen, let given)):
            wanted == name && open(status, seen) && open(reason, given)
        default: self == other
        }
    }
}

extension ClientOutcome.Freshness {
    /// Whether another note says all that this one says.
    fileprivate func covers(_ other: Self) -> Bool {
        (!isStale || other.isStale) && (!isFromCache || other.isFromCache)
            && (skipped == nil || skipped == other.skipped)
    }
}
