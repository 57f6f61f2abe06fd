package import Rehearsal
import RehearsalContracts

extension WrittenReport {
    /// What tells a report from any other document.
    static let format = "rehearsal-report"
    /// Raised when a member changes its meaning or goes; members may be added without.
    static let version = 1

    /// `json` as a document, with its line end.
    package var jsonText: String { String(decoding: json.bytes(pretty: true), as: UTF8.self) + "\n" }

    /// The report for machines: every member is always there, `null` where nothing is known; times are nanoseconds.
    package var json: JSON {
        .object([
            JSON.Member("format", .string(Self.format)),
            JSON.Member("version", .integer(Self.version)),
            JSON.Member("subject", .string(subject)),
            JSON.Member("platform", .string(platform)),
            JSON.Member("transport", .string(transport)),
            JSON.Member("profile", .string(profile)),
            JSON.Member("timing", .string(timing)),
            JSON.Member("startedAt", .text(startedAt)),
            JSON.Member("elapsed", .time(elapsed)),
            JSON.Member("overhead", .time(overhead)),
            JSON.Member("command", .text(command)),
            JSON.Member("outcome", .string(outcome.rawValue)),
            JSON.Member("counts", counts),
            JSON.Member("errors", .texts(errors)),
            JSON.Member("breaches", .texts(breaches)),
            JSON.Member("warnings", .texts(warnings)),
            JSON.Member("rules", .array(rules.map(\.json))),
            JSON.Member("clauses", .array(clauses.map(\.json))),
            JSON.Member("notApplicable", .array(notApplicable.map(json))),
            JSON.Member("maps", .array(maps.map(\.json))),
        ])
    }

    private var counts: JSON {
        .object(Verdict.Kind.allCases.map { JSON.Member($0.rawValue, .integer(count($0))) })
    }

    private func json(_ item: Plan.NotApplicable) -> JSON {
        ["rule": .string(item.rule), "operation": .string(item.operation), "reason": .string(item.reason)]
    }
}

extension WrittenReport.Rule {
    fileprivate var json: JSON {
        [
            "id": .string(id), "level": .string(level), "statement": .string(statement), "source": .string(source),
            "restsOn": .texts(restsOn),
        ]
    }
}

extension WrittenReport.Clause {
    fileprivate var json: JSON {
        [
            "id": .string(id),
            "rule": .string(rule),
            "operation": .string(operation),
            "variant": .string(variant),
            "verdict": .string(verdict.name),
            "reason": .text(verdict.reason),
            "knownReason": .text(knownReason),
            "findings": .texts(findings),
            "notes": .texts(notes),
            "outcomes": .texts(outcomes),
            "attribution": .text(attribution),
            "took": .time(took),
            "exchanges": .array(exchanges.map(\.json)),
            "waits": .array(waits.map(\.json)),
            "timeline": .texts(timeline),
            "again": .text(again),
        ]
    }
}

extension WrittenReport.Exchange {
    fileprivate var json: JSON {
        [
            "at": .time(at), "end": .time(end), "connection": .integer(connection),
            "status": .integer(status), "resent": .bool(isResent), "line": .string(line),
        ]
    }
}

extension Examination.Wait {
    fileprivate var json: JSON {
        ["gap": .time(gap), "least": .time(least), "most": .time(most), "isRight": .bool(isRight)]
    }
}
