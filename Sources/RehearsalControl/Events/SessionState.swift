import Rehearsal
import RehearsalServer

/// The scenario of a session and its state, as documents of events.
struct SessionState {
    let session: Sessions.ManagedSession

    /// The scenario: its endpoints with their replies, and its policies. It changes only with the run.
    var scenarioJSON: JSON {
        let (scenario, names) = (session.backend.scenario, session.backend.endpointNames)
        return [
            "run": .integer(session.backend.runCount),
            "name": .string(scenario.name),
            "summary": .string(scenario.summary),
            "endpoints": .array(zip(scenario.endpoints, names).prefix(Self.maximumEndpoints).map(endpoint)),
            "endpointCount": .integer(scenario.endpoints.count),
            "resources": .texts(scenario.resources.map(\.path.text)),
            "protects": .texts(scenario.auth?.bearer.protects.map(\.text) ?? []),
            "network": .texts(scenario.network.map(\.state.name)),
        ]
    }

    /// The state that changes while the scenario runs.
    var json: JSON {
        let run = session.backend.runState
        return [
            "session": session.json,
            "answered": .array(run.answeredCounts.prefix(Self.maximumEndpoints).map { .integer($0) }),
            "next": .array(run.nextReplies.prefix(Self.maximumEndpoints).map { .integer($0) }),
            "quotas": .array(run.quotas.map(quota)),
            "tokens": run.tokens.map(tokens) ?? .null,
            "variables": variables(of: run),
            "overlays": session.backend.overlaysJSON["overlays"] ?? .null,
            "nextReplies": session.backend.nextRepliesJSON["nextReplies"] ?? .null,
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

    private func variables(of run: Backend.RunState) -> JSON {
        guard !run.variables.isEmpty else { return .object([]) }
        let variables = run.variables.sorted { $0.key < $1.key }.prefix(Self.maximumVariables)
        let members = variables.map { JSON.Member($0.key, $0.value) }
        let redacted = session.backend.redaction.body(JSON.object(members).bytes())
        return (try? JSON(parsing: redacted)).map(Self.shortened) ?? .null
    }

    /// Returns an object without values that are long, such as the captured bodies of requests.
    private static func shortened(_ variables: JSON) -> JSON {
        guard case .object(let members) = variables else { return variables }
        return .object(
            members.map { member in
                let size = member.value.bytes().count
                return size <= maximumValue ? member : JSON.Member(member.name, .string("(\(size) bytes)"))
            }
        )
    }

    private static let maximumEndpoints = 1_000
    private static let maximumVariables = 500
    /// The maximum number of bytes of a variable's value.
    private static let maximumValue = 2_000
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

    private func quota(_ usage: PolicyState.QuotaUsage) -> JSON {
        [
            "method": .string(usage.quota.method.rawValue),
            "path": .string(usage.quota.path.text),
            "limit": .integer(usage.quota.limit),
            "window": .string(usage.quota.window.displayText),
            "keys": .integer(usage.keyCount),
            "remaining": .integer(usage.remaining),
            "resetsInSeconds": .integer(usage.untilReset.map { Int($0.secondsRoundedUp) }),
        ]
    }

    private func tokens(_ usage: PolicyState.TokenUsage) -> JSON {
        [
            "valid": .integer(usage.valid), "expired": .integer(usage.expired), "revoked": .integer(usage.revoked),
            "refreshable": .integer(usage.refreshable),
        ]
    }

    private func endpoint(_ endpoint: Scenario.Endpoint, name: String) -> JSON {
        [
            "name": .string(name),
            "method": .string(endpoint.method.rawValue),
            "path": .string(endpoint.path.text),
            "conditional": .bool(endpoint.when != nil),
            "perKey": .bool(endpoint.per != .endpoint),
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
