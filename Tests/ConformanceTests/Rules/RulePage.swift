import RehearsalContracts

/// The article that lists every rule, with the outcomes that the rules on lost connections accept.
enum RulePage {
    static let path = Program.file("../../../Sources/Rehearsal/Rehearsal.docc/Rules.md")

    private static let groups = [
        ("REQ", "Requests"), ("STAT", "Statuses"), ("DEC", "Decoding"), ("TRN", "Transport"), ("RETRY", "Retries"),
        ("BACK", "Waits"), ("IDEM", "Idempotency keys"), ("AUTH", "Tokens"), ("REDIR", "Redirects"),
        ("CACHE", "Caches and validators"), ("PAGE", "Pages of lists"), ("CANC", "Cancellation and timeouts"),
        ("CONC", "Parallel calls"), ("REPO", "Repositories"), ("ERR", "Error types"),
    ]

    private static let losses: [(loss: NetworkStackBehavior.ConnectionFailure, name: String)] = [
        (.refused, "a refused connection"), (.reset, "RST in place of a reply"),
        (.shortBody, "FIN before the declared length"), (.resetBody, "RST before the declared length"),
        (.chunks, "chunks that end early, or are malformed"), (.noReply, "FIN in place of a reply"),
        (.invalidHead, "a head that is not HTTP"), (.cutHead, "FIN within the head"),
        (.invalidLength, "an invalid Content-Length"), (.contentCoding, "a corrupt content coding"),
        (.handshake, "a failed TLS handshake"),
    ]

    static var text: String {
        var lines = [introduction]
        for (prefix, title) in groups {
            let rules = RuleCatalogue.rules.filter { $0.id.hasPrefix("\(prefix)-") }
            if rules.isEmpty { continue }
            lines += ["", "## \(title)", "", row(["rule", "profile", "level", "requirement", "source", "depends on"])]
            lines.append(row(Array(repeating: "---", count: 6)))
            for rule in rules {
                let base = rule.dependsOn.joined(separator: ", ")
                lines.append(
                    row([rule.id, rule.profile.rawValue, rule.level.rawValue, rule.statement, rule.source, base])
                )
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
            "TRN-01 to TRN-12 accept these values of `detail` in an outcome `transport`. They depend on `platform` and",
            "`transport` of the client. A stack with less detailed errors may report `other` or a similar value:", "",
            row(["loss", "`URLSession` on Linux", "`URLSession` on Darwin", "any other stack"]),
            row(Array(repeating: "---", count: 4)),
        ]
        for (loss, name) in losses {
            let stacks = [("linux", "urlSession"), ("darwin", "urlSession"), ("linux", "other")]
            lines.append(row([name] + stacks.map { outcomes(of: loss, $0.0, $0.1) }))
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the number of rules in a profile, without those of smaller profiles.
    private static func count(_ profile: Plan.Profile) -> Int {
        RuleCatalogue.rules.count { $0.profile == profile }
    }

    private static var introduction: String {
        """
        # The rules

        The rules that a contract tests for each operation of a client.

        ## Overview

        `rehearsal verify` and `expect(_:_:)` test the \(count(.core)) rules of the profile `core`.
        `rehearsal verify --profile extended` also tests \(count(.extended)) rules that most clients can follow.
        `--profile strict` also tests \(count(.strict)) rules that many good clients break on purpose.
        A rule that depends on a failed rule is *blocked*: it neither fails nor passes. A rule about a feature that the
        client does not declare is *not applicable*, and the report has the reason.
        <doc:Verifying> lists the features that a client can declare. <doc:Defects> has reports of clients that break a rule.
        `rehearsal help REQ-02` explains one rule.
        """
    }
}
