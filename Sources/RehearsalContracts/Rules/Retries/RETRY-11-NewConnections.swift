import Rehearsal

/// The rule on statuses that ask for another connection or another time, RETRY-11.
enum NewConnections {
    static let rule = Rule(
        "RETRY-11",
        level: .may,
        profile: .extended,
        "A request is repeated at most once, or as often as declared, after 408, 421 or 425; after 408 and 421 on a "
            + "new connection.",
        source: "RFC 9110 §15.5.9, §15.5.20; RFC 8470 §5.2",
        dependsOn: ["REQ-01", "STAT-02"]
    ) { call in
        [408, 421, 425].map { status in
            var reply = Scenario.Reply(status)
            if status == 408 { reply.headers.append("Connection", "close") }
            let most = max(2, call.attempts(after: status))
            return Rule.Draft("\(status)", call.testCase([reply], attempts: most)) { exam in
                exam.expectRequests(1...most)
                exam.expectFailure(status: status)
                if status != 425 { expectNewConnections(&exam, status) }
            }
        }
    }

    /// Expects every attempt to be sent on a connection that no earlier attempt used.
    private static func expectNewConnections(_ exam: inout CaseAssertions, _ status: Int) {
        var used: Set<Int> = []
        for (index, entry) in exam.attempts.enumerated() where !used.insert(entry.connection).inserted {
            exam.fail("expected a new connection for request \(index + 1) after a \(status), saw the same connection")
        }
    }
}
