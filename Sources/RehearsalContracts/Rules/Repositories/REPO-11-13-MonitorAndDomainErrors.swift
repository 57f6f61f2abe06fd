import Rehearsal

/// The rule on clients with a network monitor, REPO-11.
enum NetworkMonitor {
    static let rule = Rule(
        "REPO-11",
        profile: .extended,
        "The client sends its request even if its network monitor reports no connection.",
        source: "Apple, SCNetworkReachability: reachability does not guarantee that the host receives the data",
        dependsOn: ["STAT-01", "STAT-05"]
    ) { call in
        if call.features.requestsOnlyOnline {
            throw NotApplicableError("the client declares that it sends no request while offline (asksOnlyOnline)")
        }
        var exercise = call.recordedCase
        exercise.request.isOnline = false
        return [
            Rule.Draft("", exercise) { exam in
                if exam.attempts.isEmpty { exam.fail("expected a request, saw none") }
                exam.expectValue("the value from the server")
            }
        ]
    }
}

/// The rule on the domain errors of an app, REPO-13.
enum DomainErrors {
    /// The reason in the replies, which no client contains by chance.
    private static let reason = "The card ends in 4242 and was declined."

    static let rule = Rule(
        "REPO-13",
        level: .should,
        profile: .extended,
        "Every declared status becomes its domain error, with the reason from the reply if the error has one.",
        source: "the client's declaration (domainErrors); RFC 9457 §3.1.4",
        dependsOn: ["STAT-02"]
    ) { call in
        if call.domainErrors.isEmpty {
            throw NotApplicableError("the contract does not declare domain errors of \(call.name) (domainErrors)")
        }
        return call.domainErrors.sorted { $0.key < $1.key }.map { status, name in
            let exercise = call.answeringRefresh(call.testCase(failing: .domainProblem(status)))
            return Rule.Draft("\(status)", exercise) { exam in
                exam.expectOutcome("domain(\(name)), as declared for \(status)") { outcome in
                    guard case .domain(name, let seen, _) = outcome else { return false }
                    return (seen ?? status) == status
                }
                expectReason(&exam)
            }
        }
    }

    /// Expects a reported reason to contain that of the reply, if the client declares that it reads problem documents.
    private static func expectReason(_ exam: inout CaseAssertions) {
        guard exam.declaration.features.problemJSON else { return }
        for case .domain(_, _, let seen?) in exam.evidence.answer.outcomes where !seen.contains(reason) {
            exam.fail("expected the reason of the reply, \(reason.debugDescription), got \(seen.debugDescription)")
        }
    }

    /// The body of ``Scenario/Reply/domainProblem(_:)``, with the reason in every member that a client may read.
    fileprivate static let body: JSON = [
        "type": "about:blank", "title": .string(reason), "detail": .string(reason), "message": .string(reason),
        "reason": .string(reason), "error": .string(reason),
    ]
}

extension Scenario.Reply {
    /// Returns an error reply whose body contains a reason, as a problem document (RFC 9457) and in other forms.
    static func domainProblem(_ status: Int) -> Scenario.Reply {
        var reply = Scenario.Reply.problem(status)
        reply.body = .bytes(DomainErrors.body.bytes(), type: "application/problem+json")
        return reply
    }
}
