import Rehearsal
import RehearsalContracts

/// The `rehearsal rules` command, which lists the rules that a contract tests.
enum RulesCommand {
    static let command = Command(
        name: "rules",
        summary: "list the rules of verify, or explain some of them",
        operands: "[RULE|GROUP]",
        description: """
            Without an operand, prints a table of all rules. A row has the smallest profile that contains the rule,
            the requirement level of RFC 2119, and the requirement.

            With the ID of a rule (RETRY-02) or a group (RETRY), prints for each rule why it matters, what the server
            sends to test it, and how a Swift client follows it. rehearsal help RETRY-02 prints the same.
            """,
        options: [
            Option(
                "profile",
                Plan.Profile.allCases.map(\.rawValue).joined(separator: "|"),
                "list only the rules that this profile tests"
            ),
            Option(flag: "json", "print a JSON array of rules"),
        ],
        examples: [
            "rehearsal rules": "all rules",
            "rehearsal rules --profile core": "the rules that rehearsal verify tests by default",
            "rehearsal rules RETRY-02": "the rule on the number of attempts",
            "rehearsal rules AUTH": "every rule on tokens",
            "rehearsal rules --json | jq -r '.[] | select(.level == \"MUST\") | .id'": "the IDs of all MUST rules",
        ],
        exitStatuses: [
            .success: "the rules were printed",
            .usage: "no rule has that ID, or the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count < 2 else {
            throw UsageError("rules takes one rule or group, found \(arguments.operands.count) operands")
        }
        let profile: Plan.Profile = try arguments.choice("profile") ?? .strict
        var rules = try arguments.operands.first.map(matchingRules) ?? RuleCatalogue.rules
        rules.removeAll { $0.profile > profile }
        if arguments.has("json") {
            terminal.write(.array(rules.map(RuleText.json)), isPretty: true)
        } else if arguments.operands.isEmpty {
            terminal.write(RuleText.table(rules, width: terminal.width))
        } else {
            terminal.write(rules.map { RuleText(rule: $0, width: terminal.width).text }.joined(separator: "\n\n"))
        }
        return .success
    }

    /// Returns the rule with this ID, whatever the case of the letters; nil if there is none.
    static func rule(_ id: String) -> Rule? { RuleCatalogue.rule(id.uppercased()) }

    /// Returns the rule with this ID, or the rules of the group with this prefix.
    private static func matchingRules(_ name: String) throws(UsageError) -> [Rule] {
        let word = name.uppercased()
        let rules = RuleCatalogue.rules.filter { $0.id == word || $0.id.hasPrefix("\(word)-") }
        guard rules.isEmpty else { return rules }
        throw UsageError(
            "unknown rule \(name.quoted)",
            word,
            nearestOf: RuleCatalogue.rules.map(\.id),
            otherwise: "to list all rules: rehearsal rules"
        )
    }
}
