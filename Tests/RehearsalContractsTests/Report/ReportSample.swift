import Rehearsal

@testable import RehearsalContracts
@testable import RehearsalReports

/// A report with each kind of content, and with texts that every format must escape.
enum ReportSample {
    static let nasty = "a<b>&\"c\"'|`</script>\u{1}\u{202E}"

    static let rules = ["REQ-01", "STAT-01", "DEC-02", "RETRY-02", "BACK-01", "AUTH-02", "REPO-02"].map { id in
        ReportSnapshot.Rule(
            id: id,
            level: "MUST",
            statement: "What \(id) says.",
            source: "RFC 9110 §15",
            dependsOn: id == "BACK-01" ? ["RETRY-02"] : id == "REQ-01" ? [] : ["REQ-01"]
        )
    }

    static func clause(_ id: String, _ verdict: Verdict, _ change: (inout ReportSnapshot.Clause) -> Void = { _ in })
        -> ReportSnapshot.Clause
    {
        let parts = id.split(separator: "/", maxSplits: 2).map(String.init)
        var clause = ReportSnapshot.Clause(
            id: id,
            rule: parts[0],
            operation: parts[1],
            variant: parts.count > 2 ? parts[2] : "",
            verdict: verdict
        )
        clause.duration = .milliseconds(12)
        change(&clause)
        return clause
    }

    /// Three attempts, the last of which came too early.
    static let hasty = clause("RETRY-02/getUser/503", .fail) { clause in
        clause.findings = ["expected 2 requests, saw 3", nasty]
        clause.outcomes = ["http(503)"]
        clause.attribution = "3 by the client"
        clause.exchanges = [(0, 1), (211, 212), (222, 223)].map { start, end in
            ReportSnapshot.ExchangeSummary(
                at: .milliseconds(start),
                end: .milliseconds(end),
                connection: 0,
                status: 503,
                line: "+0.\(start) s  0.1  GET /me → 503, completed"
            )
        }
        clause.waits = [
            .init(.milliseconds(210), least: .milliseconds(200), most: .milliseconds(230)),
            .init(.milliseconds(10), least: .milliseconds(400), most: .milliseconds(430), isRight: false),
        ]
        clause.timeline = ["+0.000 s  0     accepted", "+0.001 s  0.1   \(nasty)"]
        clause.rerunCommand = "rehearsal verify --only RETRY-02/getUser/503 -- subject"
        clause.duration = .milliseconds(224)
    }

    static let map = ReportSnapshot.Map(
        operation: "getUser",
        families: [.removed, .retyped],
        rows: [
            ReportSnapshot.MapRow(
                field: "$.id",
                kind: "int",
                isRequired: true,
                changes: [
                    change("removed", .removed, .error),
                    change("string", .retyped, .error),
                    change("object", .retyped, .swallowed, nasty),
                ]
            )
        ]
    )

    static func change(
        _ mutation: String,
        _ family: Mutation.Family,
        _ effect: MutationEffect.Kind,
        _ detail: String = "",
    ) -> ReportSnapshot.MapChange {
        let clause = "DEC-03/getUser/id:\(mutation)"
        return ReportSnapshot.MapChange(
            mutation: mutation,
            family: family,
            effect: effect,
            detail: detail,
            clause: clause
        )
    }

    static let report = ReportSnapshot(
        subject: "users \(nasty)",
        platform: "linux",
        transport: "urlSession",
        profile: "core",
        timing: "on",
        startedAt: "2026-03-02T08:00:00Z",
        elapsed: .milliseconds(4_200),
        overhead: .milliseconds(7),
        command: "rehearsal verify -- subject",
        errors: [],
        protocolViolations: [],
        warnings: ["the line 3 of known.txt has expired"],
        rules: rules,
        clauses: [
            clause("REQ-01/getUser", .pass) { $0.outcomes = ["value({\"id\":1})"] },
            clause("REQ-01/create", .pass),
            clause("STAT-01/getUser/200", .pass),
            clause("STAT-01/getUser/299", .knownFailure) { ($0.knownReason, $0.findings) = ("#12", ["got http(299)"]) },
            clause("DEC-02/getUser/id", .fail) { ($0.findings, $0.outcomes) = (["expected an error"], ["crash(6)"]) },
            clause("DEC-02/create/id", .flaky) { $0.knownReason = "sometimes" },
            hasty,
            clause("BACK-01/getUser/503", .blocked(by: "RETRY-02")) { $0.findings = ["too early"] },
            clause("BACK-01/getUser/500", .blocked(by: "RETRY-02")),
            clause("AUTH-02/getUser", .inconclusive("the machine is too slow")),
            clause("AUTH-02/create", .notJudged("the subject has printed garbage")),
        ],
        notApplicable: [
            .init(rule: "REPO-02", operation: "getUser", reason: "it declares no store"),
            .init(rule: "REPO-02", operation: "create", reason: "it declares no store"),
            .init(rule: "RETRY-02", operation: "create", reason: "create is not sent again"),
        ],
        maps: [map]
    )
}
