extension Declaration {
    /// The declarations that no rule of the catalogue judges: for each operation, the missing rule.
    ///
    /// A declaration without effect is seen in the report that way.
    package var unjudged: [Plan.NotApplicable] {
        let declared = [
            ("PAGE-01", "pagination", features.pagination != nil),
            ("CACHE-01", "validators", features.validators),
            ("BACK-10", "deadline", features.deadline),
            ("STAT-08", "problemJSON", features.problemJSON),
            ("DEC-13", "refusesContentType", features.refusesContentType != nil),
        ]
        let missing = declared.filter { $0.2 && Catalogue.rule($0.0) == nil }
        return missing.flatMap { rule, what, _ in
            operations.map { operation in
                let reason = "\(what) is declared, and no rule of this version judges it"
                return Plan.NotApplicable(rule: rule, operation: operation.name, reason: reason)
            }
        }
    }
}
