import Rehearsal

extension Rule {
    /// What a client promises, as a rule that it is held to.
    init(_ promise: Declaration.Promise) {
        self.init(
            promise.id,
            .must,
            core: true,
            promise.statement,
            source: "the contract itself",
            restsOn: promise.restsOn
        ) { _, operation in
            guard let scenario = promise.scenario else {
                return .notApplicable("the scenario that it is tried with has not been looked for")
            }
            var exercise = Exercise(operation, replies: [])
            exercise.scenario = scenario
            exercise.isJudgedByScenario = true
            // What must not be sent again is most often sent again a little later.
            exercise.watch = .milliseconds(100)
            exercise.request.operation = promise.id
            (exercise.request.store, exercise.request.isOnline) = (promise.store, promise.isOnline)
            (exercise.request.token, exercise.request.refreshToken) = (promise.token, promise.refreshToken)
            return .clauses([Draft("", exercise) { $0.expectKept(promise) }])
        }
    }
}

extension Examination {
    /// The wire shows what the scenario expects, and the call came to what is promised.
    fileprivate mutating func expectKept(_ promise: Declaration.Promise) {
        for finding in evidence.findings { complain(finding) }
        guard let outcome else { return complain("expected the call to come to something, got nothing") }
        if [.hang, .crash].contains(outcome.kind) { return complain("the call ended in \(outcome)") }
        if let wanted = promise.outcome, !wanted.covers(outcome) {
            complain("expected \(wanted), got \(outcome)")
        } else if promise.mustBeFresh, outcome.isKept {
            complain("expected a value from the server, got \(outcome)")
        }
    }
}

extension ClientOutcome {
    /// Whether it is a value that the client had before, and says so.
    fileprivate var isKept: Bool {
        if case .value(_, let freshness) = self { freshness.isStale || freshness.isFromCache } else { false }
    }

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
