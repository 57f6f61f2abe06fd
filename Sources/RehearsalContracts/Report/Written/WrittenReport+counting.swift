import Rehearsal

extension WrittenReport {
    /// What is said of it all.
    package enum Outcome: String, Sendable, Hashable {
        case held, failed, notJudged
    }

    /// Failed if anything failed or the run itself went wrong; not judged if something could not be tried.
    package var outcome: Outcome {
        if count(.fail) > 0 || errors.count > breaches.count { return .failed }
        return count(.notJudged) > 0 || !breaches.isEmpty || clauses.isEmpty ? .notJudged : .held
    }

    /// How many clauses came to that verdict; what is not applicable is counted by rule and operation.
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
        let clauses = clauses.count == 1 ? "1 clause" : "\(clauses.count) clauses"
        return "\(subject) on \(platform) by \(transport), profile \(profile), timing \(timing), "
            + "\(clauses) in \(elapsed.shown)"
    }

    package func clauses(_ kind: Verdict.Kind) -> [Clause] { clauses.filter { $0.verdict.kind == kind } }
}

extension WrittenReport.Outcome {
    /// As people read it.
    package var title: String { self == .notJudged ? "could not be judged" : rawValue }
}
