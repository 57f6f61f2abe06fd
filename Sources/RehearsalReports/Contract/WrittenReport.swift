package import RehearsalContracts

/// A report as it is shown: texts and numbers, without secrets, the same whether it has just been made or read back.
package struct WrittenReport: Sendable, Hashable {
    package var subject: String
    package var platform: String
    package var transport: String
    package var profile: String
    package var timing: String
    /// `2026-03-02T08:00:00Z`.
    package var startedAt: String?
    package var elapsed: Duration
    /// What a wait may be longer than it was meant to be (E).
    package var overhead: Duration?
    /// What repeats the run.
    package var command: String?
    package var errors: [String]
    /// Those of them that are the subject's, which broke the protocol: they keep things from being judged.
    package var breaches: [String]
    package var warnings: [String]
    /// Those that anything below is about, in the order of the catalogue.
    package var rules: [Rule]
    /// In the order of the plan.
    package var clauses: [Clause]
    package var notApplicable: [Plan.NotApplicable]
    /// What the client does with changed answers, operation by operation.
    package var maps: [Map] = []

    /// What a client is held to.
    package struct Rule: Sendable, Hashable, Identifiable {
        package var id: String
        /// `MUST`.
        package var level: String
        package var statement: String
        package var source: String
        package var restsOn: [String]

        package init(id: String, level: String, statement: String, source: String, restsOn: [String]) {
            (self.id, self.level, self.statement) = (id, level, statement)
            (self.source, self.restsOn) = (source, restsOn)
        }
    }

    /// The rule of that id; one that is not known is nothing but its id.
    package func rule(_ id: String) -> Rule {
        rules.first { $0.id == id } ?? Rule(id: id, level: "", statement: "", source: "", restsOn: [])
    }

    /// The operations that anything was tried of, in the order in which they were.
    package var operations: [String] {
        var seen: Set<String> = []
        return (clauses.map(\.operation) + notApplicable.map(\.operation)).filter { seen.insert($0).inserted }
    }
}
