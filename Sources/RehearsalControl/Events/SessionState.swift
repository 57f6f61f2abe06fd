import Rehearsal
import RehearsalServer

/// The scenario of a session and its state, as documents of events.
struct SessionState {
    let session: Sessions.ManagedSession

    /// The scenario: its endpoints with their replies, and its policies. It changes only with the run.
    var scenarioJSON: JSON {
        let run = session.backend.runState
        let scenario = run.scenario
        return [
            "run": .integer(run.number),
            "name": .string(scenario.name),
            "summary": .string(scenario.summary),
            "endpoints": .array(zip(scenario.endpoints, run.names).prefix(Self.maximumEndpoints).map(endpoint)),
            "resources": .texts(scenario.resources.map(\.path.text)),
            "quotas": .array(
                scenario.quotas.map { quota in
                    ["path": .string(quota.path.text), "limit": .integer(quota.limit)]
                }
            ),
            "protects": .texts(scenario.auth?.bearer.protects.map(\.text) ?? []),
            "network": .texts(scenario.network.map(\.state.name)),
        ]
    }

    /// The state that changes while the scenario runs.
    var json: JSON {
        let run = session.backend.runState
        let members = run.variables.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
        let redacted = session.backend.redaction.body(JSON.object(members).bytes())
        return [
            "session": session.json,
            "answered": .array(run.answeredCounts.prefix(Self.maximumEndpoints).map { .integer($0) }),
            "variables": (try? JSON(parsing: redacted)) ?? .null,
            "overlays": session.amendments.overlaysJSON(of: session.backend)["overlays"] ?? .null,
            "nextReplies": session.amendments.nextRepliesJSON(of: session.backend)["nextReplies"] ?? .null,
        ]
    }

    /// The expectations with their findings.
    var expectationsJSON: JSON {
        let backend = session.backend
        let items = backend.judge().items.map { item -> JSON in
            [
                "title": .string(item.title),
                "met": .bool(item.isMet),
                "place": .text(item.sourceLocation),
                "findings": .array(item.findings.prefix(Self.maximumFindings).map { finding(of: $0, backend) }),
                "findingCount": .integer(item.findings.count),
            ]
        }
        return ["expectations": .array(items)]
    }

    private static let maximumEndpoints = 1_000
    private static let maximumFindings = 20
    private static let maximumRequests = 10

    private func finding(of finding: Journal.Finding, _ backend: Backend) -> JSON {
        let requests = finding.requests.suffix(Self.maximumRequests)
        return [
            "message": .string(backend.redaction.text(finding.description)),
            "requests": .array(
                requests.map { .string($0.summaryLine(since: backend.startedAt, backend.redaction)) }
            ),
            "numbers": .array(requests.map { .integer($0.ordinal) }),
        ]
    }

    private func endpoint(_ endpoint: Scenario.Endpoint, name: String) -> JSON {
        [
            "name": .string(name),
            "method": .string(endpoint.method.rawValue),
            "path": .string(endpoint.path.text),
            "conditional": .bool(endpoint.when != nil),
            "overlay": .bool(endpoint.replies.isEmpty),
            "place": .text(endpoint.sourceLocation),
            "replies": .array(endpoint.replies.prefix(20).map(reply)),
            "replyCount": .integer(endpoint.replies.count),
            "afterLast": .text(endpoint.afterLast?.rawValue),
        ]
    }

    private func reply(_ reply: Scenario.Reply) -> JSON {
        [
            "status": .integer(reply.status),
            "times": .integer(reply.times),
            "hold": .text(reply.hold?.name),
            "fault": reply.faults.isEmpty ? .null : .string(reply.faults.map(\.description).joined(separator: ", ")),
        ]
    }
}
