import Rehearsal
import RehearsalContracts

/// The text that explains one rule: its requirement, the reason, the test, and a client that follows it.
struct RuleText {
    let rule: Rule
    let width: Int

    private static let labelWidth = 14

    var text: String {
        let explanation = RuleExplanation.all[rule.id]
        var lines = "\(rule.id)  \(rule.statement)".wrapped(to: textWidth)
        lines += field("profile", rule.profile.rawValue) + field("level", rule.level.rawValue)
        lines += field("source", rule.source)
        if !rule.dependsOn.isEmpty { lines += field("depends on", rule.dependsOn.joined(separator: ", ")) }
        if let explanation { lines += ["", "why"] + indented(explanation.why.wrapped(to: textWidth - 2)) }
        lines += ["", "what the server does"] + indented(RuleExample(rule).lines().flatMap(wrapped))
        if let explanation {
            lines += ["", "a client that follows it"]
            lines += indented(explanation.fix.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
        lines += ["", "test it alone: rehearsal verify\(profileOption) --only '\(rule.id)/**' -- COMMAND"]
        return lines.joined(separator: "\n")
    }

    private var textWidth: Int { max(40, min(width, 100)) }
    private var profileOption: String { rule.profile == .core ? "" : " --profile \(rule.profile.rawValue)" }

    private func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  " + $0 } }

    /// Returns the line in several ones if it is long. The later ones have a deeper indentation.
    private func wrapped(_ line: String) -> [String] {
        let indent = String(line.prefix { $0 == " " })
        return line.wrapped(to: textWidth - 2 - indent.count - 4).enumerated().map { number, text in
            indent + (number > 0 ? "    " : "") + text
        }
    }

    private func field(_ name: String, _ value: String) -> [String] {
        let lines = value.wrapped(to: textWidth - Self.labelWidth - 2)
        let indent = String(repeating: " ", count: Self.labelWidth + 2)
        return ["  " + name.padded(to: Self.labelWidth) + lines.joined(separator: "\n" + indent)]
    }

    /// Returns a table with a heading and one row for each rule; long requirements have several lines.
    static func table(_ rules: [Rule], width: Int) -> String {
        let columns = [11, 10, 8]
        let indent = String(repeating: " ", count: columns.reduce(0, +))
        func row(_ cells: [String], _ statement: String) -> String {
            let lines = statement.wrapped(to: max(40, min(width, 120) - indent.count))
            return zip(cells, columns).map { $0.padded(to: $1) }.joined() + lines.joined(separator: "\n" + indent)
        }
        let rows = rules.map { row([$0.id, $0.profile.rawValue, $0.level.rawValue], $0.statement) }
        let counts = Plan.Profile.allCases.map { profile in
            "\(rules.count { $0.profile == profile }) \(profile.rawValue)"
        }
        let end = "\(rules.count) rules (\(counts.joined(separator: ", "))); rehearsal rules RETRY-02 explains one"
        return ([row(["id", "profile", "level"], "requirement")] + rows + ["", end]).joined(separator: "\n")
    }

    static func json(_ rule: Rule) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(rule.id)),
            .init("profile", .string(rule.profile.rawValue)),
            .init("level", .string(rule.level.rawValue)),
            .init("statement", .string(rule.statement)),
            .init("source", .string(rule.source)),
            .init("dependsOn", .array(rule.dependsOn.map { .string($0) })),
        ]
        if let explanation = RuleExplanation.all[rule.id] {
            members += [.init("why", .string(explanation.why)), .init("fix", .string(explanation.fix))]
        }
        return .object(members)
    }
}
