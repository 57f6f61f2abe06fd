import RehearsalContracts

extension WrittenReport {
    /// What was not to be asked, by why: `DEC-01, DEC-02 of getUser; REQ-04 of getUser, createUser`.
    package var notApplicableByReason: [(reason: String, places: String)] {
        var reasons: [String] = []
        let items = Dictionary(grouping: notApplicable) { item in
            if !reasons.contains(item.reasonOfAny) { reasons.append(item.reasonOfAny) }
            return item.reasonOfAny
        }
        return reasons.map { ($0, Self.places(items[$0] ?? [])) }
    }

    /// Rules of the same operations together.
    private static func places(_ items: [Plan.NotApplicable]) -> String {
        var rules: [(name: String, operations: [String])] = []
        for item in items {
            let place = rules.firstIndex { $0.name == item.rule } ?? rules.count
            if place == rules.count { rules.append((item.rule, [])) }
            if !rules[place].operations.contains(item.operation) { rules[place].operations.append(item.operation) }
        }
        var groups: [(operations: [String], rules: [String])] = []
        for rule in rules {
            if let place = groups.firstIndex(where: { $0.operations == rule.operations }) {
                groups[place].rules.append(rule.name)
            } else {
                groups.append((rule.operations, [rule.name]))
            }
        }
        return groups.map { group in
            "\(group.rules.joined(separator: ", ")) of \(group.operations.joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}

extension Plan.NotApplicable {
    /// The reason without the name of the operation, so that it is the same for all of them.
    fileprivate var reasonOfAny: String {
        let words = reason.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { $0 == operation ? "it" : String($0) }.joined(separator: " ")
    }
}
