#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
package import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

extension RunReport {
    /// The report as JSON. Unknown values are `null`.
    package var json: JSON {
        .object([
            JSON.Member("event", "verdict"),
            JSON.Member("verdict", .string(outcome.rawValue)),
            JSON.Member("scenario", .string(scenario)),
            JSON.Member("url", .string(url)),
            JSON.Member("startedAt", .string(startedAtText)),
            JSON.Member("milliseconds", .integer(duration.nanoseconds / 1_000_000)),
            JSON.Member("requests", .integer(requests)),
            JSON.Member("forgotten", .integer(judgement.droppedEntries)),
            JSON.Member("endedBy", .string(ending.name)),
            JSON.Member("command", commandJSON),
            JSON.Member("expectations", .array(judgement.items.map(json))),
        ])
    }

    /// The start of the run in ISO 8601, in UTC: `2026-01-31T14:03:07Z`.
    var startedAtText: String {
        Date(timeIntervalSince1970: Double(startedAt / 1_000_000_000)).ISO8601Format()
    }

    private var commandJSON: JSON {
        var status = JSON.null
        var signal = JSON.null
        switch commandEnd {
        case .exited(let number): status = .integer(number)
        case .signaled(let name): signal = .string(name)
        case nil: break
        }
        return .object([
            JSON.Member("line", .string(shownCommand)),
            JSON.Member("status", status),
            JSON.Member("signal", signal),
            JSON.Member("failure", .text(commandFailure)),
        ])
    }

    private func json(_ item: VerificationResult.Item) -> JSON {
        .object([
            JSON.Member("title", .string(item.title)),
            JSON.Member("place", .text(item.place)),
            JSON.Member("met", .bool(item.isMet)),
            JSON.Member("findings", .array(item.findings.map(json))),
        ])
    }

    private func json(_ finding: Journal.Finding) -> JSON {
        .object([
            JSON.Member("rule", .string(finding.rule.rawValue)),
            JSON.Member("subject", .string(finding.subject)),
            JSON.Member("message", .string(finding.message)),
            JSON.Member("arrivals", .array(finding.requests.map(json))),
        ])
    }

    private func json(_ entry: Journal.Entry) -> JSON {
        .object([
            JSON.Member("milliseconds", .integer((entry.at - judgement.startedAt) / 1_000_000)),
            JSON.Member("connection", .integer(entry.connection)),
            JSON.Member("exchange", .integer(entry.exchange)),
            JSON.Member("method", .string(entry.redactedMethod)),
            JSON.Member("target", .string(entry.redactedTarget(judgement.redaction))),
            JSON.Member("status", .integer(entry.status)),
            JSON.Member("end", .text(entry.end.map { "\($0)" })),
        ])
    }
}

extension RunReport.EndReason {
    /// The value of `endedBy` in JSON.
    fileprivate var name: String {
        switch self {
        case .command: "command"
        case .expectationsMet: "met"
        case .timeout: "timeout"
        case .interrupted(let signal): signal
        }
    }
}
