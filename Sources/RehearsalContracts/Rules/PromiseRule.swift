import Rehearsal

extension Rule {
    /// Creates the rule that requires a client to fulfil one of its own promises.
    init(_ promise: Declaration.Promise) {
        self.init(promise.id, promise.statement, source: "the contract itself", dependsOn: promise.dependsOn) { call in
            guard let scenario = promise.scenario else {
                throw NotApplicableError("the scenario of the promise has not been loaded")
            }
            var exercise = call.testCase([])
            exercise.scenario = scenario
            exercise.checksExpectations = true
            // A client that repeats a request mostly does so within this time after the call.
            exercise.observationTime = .milliseconds(100)
            exercise.request.operation = promise.id
            (exercise.request.store, exercise.request.isOnline) = (promise.store, promise.isOnline)
            (exercise.request.token, exercise.request.refreshToken) = (promise.token, promise.refreshToken)
            if let template = promise.template {
                exercise.releases = ScreenScenario(template, of: promise, in: call.declaration).releases
                // The harness holds replies, so the timeout of an attempt must not expire.
                exercise.request.timeout = .seconds(60)
            }
            return [Draft("", exercise) { promise.examine(&$0) }]
        }
    }
}

extension Declaration.Promise {
    /// Expects the scenario's expectations to hold, and the call to have the promised outcome.
    fileprivate func examine(_ exam: inout CaseAssertions) {
        for finding in exam.evidence.findings { exam.fail(finding) }
        guard let seen = exam.outcome else {
            return exam.fail("expected an outcome of the call, got none")
        }
        if [.hang, .crash].contains(seen.kind) { return exam.fail("the call ended in \(seen)") }
        if let template { return ScreenJudge.examine(&exam, template, deletion) }
        if let outcome, !outcome.covers(seen) {
            exam.fail("expected \(outcome), got \(seen)")
        } else if mustBeFresh, case .value(_, let freshness) = seen, freshness.isStale || freshness.isFromCache {
            exam.fail("expected a value from the server, got \(seen)")
        }
    }
}

extension ClientOutcome {
    /// Whether another outcome has every part that this one specifies. An unspecified part matches any value.
    func covers(_ other: ClientOutcome) -> Bool {
        func matches<Value: Equatable>(_ wanted: Value?, _ value: Value?) -> Bool { wanted == nil || wanted == value }
        return switch (self, other) {
        case (.value(let wanted, let freshness), .value(let value, let noted)):
            wanted.isEquivalent(to: value) && freshness.covers(noted)
        case (.http(let wanted, let headers, let body), .http(let status, let fields, let bytes)):
            wanted == status && matches(body, bytes)
                && headers.fields.allSatisfy { fields.values(of: $0.name).contains($0.value ?? "") }
        case (.decoding(let wanted, let path, let status), .decoding(let detail, let place, let seen)):
            wanted == detail && matches(path, place) && matches(status, seen)
        case (.transport(let wanted, let code), .transport(let detail, let seen)):
            wanted == detail && matches(code, seen)
        case (.auth(let wanted, let status), .auth(let detail, let seen)): wanted == detail && matches(status, seen)
        case (.invalidRequest(let field), .invalidRequest(let seen)): matches(field, seen)
        case (.domain(let wanted, let status, let reason), .domain(let name, let seen, let seenReason)):
            wanted == name && matches(status, seen) && matches(reason, seenReason)
        default: self == other
        }
    }
}

extension ClientOutcome.Freshness {
    /// Whether another freshness has every property that this one requires.
    fileprivate func covers(_ other: Self) -> Bool {
        (!isStale || other.isStale) && (!isFromCache || other.isFromCache)
            && (skipped == nil || skipped == other.skipped)
    }
}
