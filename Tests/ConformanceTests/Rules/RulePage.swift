import RehearsalContracts

/// The article that lists every rule, with the outcomes that the rules on lost connections accept.
enum RulePage {
    static let path = Program.file("../../../Sources/Rehearsal/Rehearsal.docc/Rules.md")

    private static let groups = [
        ("REQ", "Requests"), ("STAT", "Statuses"), ("DEC", "Decoding"), ("TRN", "Transport"), ("RETRY", "Retries"),
        ("BACK", "Waits"), ("IDEM", "Idempotency keys"), ("AUTH", "Tokens"), ("REDIR", "Redirects"),
        ("CANC", "Cancellation and timeouts"), ("REPO", "Repositories"),
    ]

    private static let losses: [(loss: NetworkStackBehavior.ConnectionFailure, name: String)] = [
        (.refused, "a refused connection"), (.reset, "RST in place of a reply"),
        (.shortBody, "FIN before the announced length"), (.resetBody, "RST before the announced length"),
        (.chunks, "chunks that end too soon, or are malformed"),
    ]

    static var text: String {
        var lines = [introduction]
        for (prefix, title) in groups {
            lines += ["", "## \(title)", "", row(["rule", "level", "requirement", "source", "depends on"])]
            lines.append(row(Array(repeating: "---", count: 5)))
            for rule in RuleCatalogue.rules where rule.id.hasPrefix("\(prefix)-") {
                let base = rule.dependsOn.isEmpty ? "" : rule.dependsOn.joined(separator: ", ")
                lines.append(row([rule.id, rule.level.rawValue, rule.statement, rule.source, base]))
            }
        }
        lines += ["", lossTable]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The rules whose ids have none of the prefixes of the page.
    static var unlisted: [String] {
        RuleCatalogue.rules.map(\.id).filter { id in !groups.contains { id.hasPrefix("\($0.0)-") } }
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private static func outcomes(
        of loss: NetworkStackBehavior.ConnectionFailure,
        _ platform: String,
        _ transport: String
    ) -> String {
        let declaration = Declaration(name: "", platform: platform, transport: transport)
        let names = NetworkStackBehavior.of(declaration).outcomes(of: loss).map(\.rawValue).sorted()
        return names.map { "`\($0)`" }.joined(separator: ", ")
    }

    private static var lossTable: String {
        var lines = [
            "## Outcomes of a lost connection", "",
            "A network stack that cannot tell more may report `other` or a neighbour. The `detail` of a `transport`",
            "outcome that TRN-01 to TRN-04 accept depends on `platform` and `transport` of the client:", "",
            row(["what happens", "`URLSession` on Linux", "`URLSession` on Darwin", "any other stack"]),
            row(Array(repeating: "---", count: 4)),
        ]
        for (loss, name) in losses {
            let stacks = [("linux", "urlSession"), ("darwin", "urlSession"), ("linux", "other")]
            lines.append(row([name] + stacks.map { outcomes(of: loss, $0.0, $0.1) }))
        }
        return lines.joined(separator: "\n")
    }

    private static var introduction: String {
        """
        # The rules

        What a client is held to, operation by operation.

        ## Overview

        `rehearsal verify` and `expect(_:_:)` try the \(RuleCatalogue.rules.filter(\.isCore).count) rules of the profile `core`. A rule whose dependency fails is *blocked*: it is
        neither failed nor passed. A rule that a client declares nothing for is *not applicable*, and the report says why.
        <doc:Verifying> lists what a client may declare, and <doc:Defects> shows what a report says of a client that breaks a rule.
        """
    }
}
