import Rehearsal

/// The rule on identifiers of calls in requests, REQ-11.
enum CorrelationIDs {
    static let rule = Rule(
        "REQ-11",
        level: .should,
        profile: .extended,
        "All requests of one call have the same correlation ID, and each call has its own.",
        source: "Azure SDK guidelines, azurecore-http-retry-requestid; the client's declaration",
        dependsOn: ["REQ-01", "RETRY-01"]
    ) { call in
        guard let header = call.features.correlationID else {
            throw NotApplicableError("the client does not declare a field with a correlation ID (correlationID)")
        }
        let status = (try? call.retriedStatuses())?.first
        let failures = status.map { [Scenario.Reply($0).times(1)] } ?? []
        let replies = failures + [call.recordedReply.times(1)]
        var exercise = call.testCase(replies + replies, attempts: 2 * replies.count)
        exercise.request.repetitions = 2
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectOperationRequests(2 * replies.count...2 * replies.count)
                expectIDs(&exam, header, requestsPerCall: replies.count)
            }
        ]
    }

    /// Expects the field in every request, with a value for each call.
    private static func expectIDs(_ exam: inout CaseAssertions, _ header: String, requestsPerCall count: Int) {
        let ids = exam.operationRequests.map { $0.headers[header] ?? "" }
        if let missing = ids.firstIndex(of: "") {
            return exam.fail("expected \(header) in every request, saw none in request \(missing + 1) of \(ids.count)")
        }
        guard ids.count == 2 * count else { return }
        for call in [ids[..<count], ids[count...]] where Set(call).count > 1 {
            exam.fail("expected the same \(header) in all requests of a call, saw \(call.joined(separator: ", "))")
        }
        if let first = ids.first, ids[count] == first {
            exam.fail("expected another \(header) in the second call, saw \(first) again")
        }
    }
}
