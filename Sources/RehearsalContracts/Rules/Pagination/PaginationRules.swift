import Rehearsal

/// The rules on pages of lists: PAGE.
enum PaginationRules {
    static let all = [end, opaqueTokens, constantArguments, repeatedToken, shiftedPages, sharedPages]

    private static let end = Rule(
        "PAGE-01",
        profile: .extended,
        "A list ends at a page without a token or link to a next one, not at a short or empty page.",
        source: "AIP-158; RFC 8288 §3",
        dependsOn: ["DEC-06"]
    ) { call in
        let list = try PagedList(call, of: .token, .link)
        let sizes = [list.reply([0, 1, 2], next: "p2"), list.reply([], next: "p3"), list.reply([3], next: nil)]
        var drafts = [
            Rule.Draft("sizes", list.testCase(sizes)) { exam in
                exam.expectOperationRequests(3...3)
                list.expectItems(&exam, [0, 1, 2, 3])
            }
        ]
        if call.pages?.kind == .token {
            let replies = [list.reply([0], next: "p2"), list.reply([1], next: "")]
            let draft = Rule.Draft("empty-token", list.testCase(replies)) { exam in
                exam.expectOperationRequests(2...2)
                list.expectItems(&exam, [0, 1])
            }
            drafts.append(draft.withoutDependents())
        }
        return drafts
    }

    private static let opaqueTokens = Rule(
        "PAGE-02",
        profile: .extended,
        "The token of a page is sent back unchanged.",
        source: "AIP-158: page tokens are opaque",
        dependsOn: ["PAGE-01"]
    ) { call in
        let list = try PagedList(call, of: .token)
        let token = "a+/=&\u{E9}"
        return [
            Rule.Draft("", list.testCase([list.reply([0], next: token), list.reply([1], next: nil)])) { exam in
                exam.expectOperationRequests(2...2)
                guard exam.operationRequests.count > 1 else { return }
                let target = exam.operationRequests[1].target
                let query = QueryParameters(target: target)
                let isUnchanged = [false, true].allSatisfy { isForm in
                    query.values(of: list.parameter, isForm: isForm) == [Array(token.utf8)]
                }
                if !isUnchanged { exam.fail("expected the token \(token) as \(list.parameter), saw \(target)") }
            }
        ]
    }

    private static let constantArguments = Rule(
        "PAGE-03",
        profile: .extended,
        "The requests of all pages have the same arguments except for the page.",
        source: "AIP-158",
        dependsOn: ["PAGE-01"]
    ) { call in
        let list = try PagedList(call, of: .token, .pageAndLimit)
        if call.operation.arguments.query.isEmpty {
            throw NotApplicableError("the contract does not declare an argument of \(call.name) in its query (query)")
        }
        let replies = [list.reply([0], next: "p2"), list.reply([1], next: nil)]
        return [
            Rule.Draft("", list.testCase(replies)) { exam in
                exam.expectOperationRequests(2...2)
                guard let first = exam.operationRequests.first else { return }
                let wanted = QueryParameters(target: first.target).texts(without: list.parameter)
                for entry in exam.operationRequests.dropFirst()
                where QueryParameters(target: entry.target).texts(without: list.parameter) != wanted {
                    exam.fail("expected the arguments of \(first.target) for every page, saw \(entry.target)")
                }
            }
        ]
    }

    private static let repeatedToken = Rule(
        "PAGE-04",
        profile: .extended,
        "A call that loads all pages ends, even if every page names the same next page.",
        source: "AIP-158; every call ends",
        dependsOn: ["PAGE-01"]
    ) { call in
        let list = try PagedList(call, of: .token, .link)
        // The list ends after twenty replies, so that a client that does not notice the repetition ends too.
        let replies = [list.reply([0], next: "same").times(20), list.reply([1], next: nil)]
        return [
            Rule.Draft("", call.testCase(replies)) { exam in
                let seen = exam.operationRequests.count
                if seen > 3 { exam.fail("expected at most 3 requests for a repeated page, saw \(seen)") }
                exam.expectOutcome("an error or a part of the list") { ![.hang, .crash].contains($0.kind) }
            }
        ]
    }

    private static let shiftedPages = Rule(
        "PAGE-05",
        level: .should,
        profile: .extended,
        "An item that moved to the next page occurs once in the list, and only a page that failed is requested again.",
        source: "the client's declaration (pages)",
        dependsOn: ["DEC-06"]
    ) { call in
        let list = try PagedList(call)
        // With numbered pages, the first page is full, and its last item is the first one of the second page.
        let full = call.pages?.kind == .pageAndLimit ? Array(0..<max(2, call.pages?.size ?? 2)) : [0, 1]
        let replies = [list.reply(full, next: "p2"), list.reply([full.count - 1, full.count], next: nil)]
        var drafts = [
            Rule.Draft("moved", list.testCase(replies)) { exam in
                exam.expectOperationRequests(2...2)
                list.expectItems(&exam, full + [full.count])
            }
        ]
        if let status = try? call.retriedStatuses().first {
            let last = list.reply([full.count], next: nil)
            var exercise = list.testCase([list.reply(full, next: "p2"), Scenario.Reply(status), last])
            exercise.request.deadline = call.testCase([], attempts: 2).request.deadline
            let draft = Rule.Draft("failed", exercise) { exam in
                exam.expectOperationRequests(3...3)
                let targets = exam.operationRequests.map(\.target)
                if targets.count == 3, targets[1] != targets[2] {
                    exam.fail("expected \(targets[1]) again after its failure, saw \(targets[2])")
                }
                list.expectItems(&exam, full + [full.count])
            }
            drafts.append(draft.depending(on: "RETRY-01"))
        }
        return drafts
    }

    private static let sharedPages = Rule(
        "PAGE-06",
        level: .should,
        profile: .extended,
        "Calls that load the next page at the same time share its request.",
        source: "the client's declaration (pages)",
        dependsOn: ["DEC-06"]
    ) { call in
        let list = try PagedList(call, isIncremental: true)
        let (calls, delay) = (5, Duration.milliseconds(300))
        var exercise = list.testCase((0..<calls).map { list.reply([$0], next: $0 < calls - 1 ? "p\($0 + 2)" : nil) })
        for index in exercise.scenario.endpoints[0].replies.indices {
            exercise.scenario.endpoints[0].replies[index].delay = .fixed(delay)
        }
        exercise.request.parallel = calls
        exercise.coincidenceWindow = delay
        exercise.sharesRequests = true
        return [Rule.Draft("", exercise, examine: expectDistinctPages)]
    }

    /// Expects no two requests for the same page.
    private static func expectDistinctPages(_ exam: inout CaseAssertions) {
        exam.expectValue("a value")
        var seen: Set<String> = []
        for entry in exam.operationRequests where !seen.insert(entry.target).inserted {
            return exam.fail("expected one request for each page, saw \(entry.target) again")
        }
    }
}
