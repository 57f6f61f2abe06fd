import Rehearsal
package import RehearsalContracts

/// A report as it is shown: texts and numbers, without secrets, the same whether it has just been made or read back.
package struct WrittenReport: Sendable, Hashable {
    package var subject = ""
    package var platform = ""
    package var transport = ""
    package var profile = ""
    package var timing = ""
    /// `2026-03-02T08:00:00Z`.
    package var startedAt: String?
    package var elapsed = Duration.zero
    /// What a wait may be longer than it was meant to be (E).
    package var overhead: Duration?
    /// What repeats the run.
    package var command: String?
    package var errors: [String] = []
    /// Those of them that are the subject's, which broke the protocol: they keep things from being judged.
    package var breaches: [String] = []
    package var warnings: [String] = []
    /// Those that anything below is about, in the order of the catalogue.
    package var rules: [Rule] = []
    /// In the order of the plan.
    package var clauses: [Clause] = []
    package var notApplicable: [Plan.NotApplicable] = []
    /// What the client does with changed answers, operation by operation.
    package var maps: [Map] = []

    /// The rule of that id; one that is not known is nothing but its id.
    package func rule(_ id: String) -> Rule {
        rules.first { $0.id == id } ?? Rule(id: id)
    }

    /// The operations that anything was tried of, in the order in which they were.
    package var operations: [String] { (clauses.map(\.operation) + notApplicable.map(\.operation)).unique }
}

extension WrittenReport {
    /// The verdict on the whole run.
    package enum Outcome: String, Sendable, Hashable {
        case held
        /// Nothing fails but what is known to fail, and that keeps other clauses from being judged.
        case blocked
        case failed, notJudged
    }

    /// Failed if anything failed or the run itself went wrong; not judged if something could not be tried; blocked if
    /// clauses depend on what is known to fail.
    package var outcome: Outcome {
        if count(.fail) > 0 || errors.count > breaches.count { return .failed }
        if count(.notJudged) > 0 || !breaches.isEmpty || clauses.isEmpty { return .notJudged }
        return count(.blocked) > 0 ? .blocked : .held
    }

    /// The number of clauses with that verdict; not applicable ones are counted by rule and operation.
    package func count(_ kind: Verdict.Kind) -> Int {
        clauses.count { $0.verdict.kind == kind } + (kind == .notApplicable ? notApplicable.count : 0)
    }

    /// `failed: 118 pass, 2 fail, 0 known failure, …`: all eight, whatever they come to.
    package var headline: String {
        let counts = Verdict.Kind.allCases.map { "\(count($0)) \($0.title)" }.joined(separator: ", ")
        return "\(outcome.title): \(counts)"
    }

    /// `parking on linux by urlSession, profile core, timing on, 158 clauses in 4.2 s`.
    package var circumstances: String {
        return "\(subject) on \(platform) by \(transport), profile \(profile), timing \(timing), "
            + "\(clauses.count.counted("clause")) in \(elapsed.shown)"
    }

    /// A sentence on the clauses that known failures block; nil if there are none.
    package var blockedByKnown: String? {
        let count = otherwiseBlocked.count
        guard count > 0 else { return nil }
        return
            "\(count.counted("clause")) depend\(count == 1 ? "s" : "") on what is known to fail, and so it is not known whether the client passes"
            + (count == 1 ? " it" : " them")
    }

    package func clauses(_ kind: Verdict.Kind) -> [Clause] { clauses.filter { $0.verdict.kind == kind } }
}

extension WrittenReport.Outcome {
    /// The name for people.
    package var title: String {
        switch self {
        case .held, .failed: rawValue
        case .blocked: "held in part"
        case .notJudged: "could not be judged"
        }
    }
}
