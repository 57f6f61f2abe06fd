import Rehearsal

/// Tells requests to one path apart by their queries, in the words of a scenario.
///
/// The recording alone takes no query that was not recorded; a scenario names what tells requests apart and no more.
struct DerivedQuery {
    /// What requests of one method and path were recorded with.
    private let siblings: [[Scenario.Condition.QueryItem]]

    init(_ queries: [[Scenario.Condition.QueryItem]]) {
        var siblings: [[Scenario.Condition.QueryItem]] = []
        for query in queries where !siblings.contains(query) { siblings.append(query) }
        self.siblings = siblings
    }

    /// Asks for a query, and for the absence of what stands in another one that holds all of it.
    func add(
        _ query: [Scenario.Condition.QueryItem],
        to condition: inout Scenario.Condition
    ) throws(DerivedScenario.Impossible) {
        var seen: Set<String> = []
        for item in query {
            let name = try Self.text(item.name)
            let value: Scenario.Condition.Value =
                Placeholder.isOpen(item.value) ? .present : .equals(try Self.text(item.value))
            let named = Scenario.Condition.Named(name, value)
            if seen.insert(name).inserted {
                condition.query.append(named)
            } else if !condition.query.contains(named) {
                // One name is asked for once; what else it has to be stands beside.
                condition.all.append(Scenario.Condition(query: [named]))
            }
        }
        for name in try absent(beside: query) {
            condition.query.append(Scenario.Condition.Named(name, .absent))
        }
    }

    private func absent(
        beside query: [Scenario.Condition.QueryItem]
    ) throws(DerivedScenario.Impossible) -> [String] {
        var names: [String] = []
        for sibling in siblings where sibling.count > query.count && query.allSatisfy(sibling.contains) {
            for item in sibling where !query.contains(where: { $0.name == item.name }) {
                let name = try Self.text(item.name)
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }

    private static func text(_ bytes: [UInt8]) throws(DerivedScenario.Impossible) -> String {
        guard let text = bytes.text else {
            throw DerivedScenario.Impossible("a query in it is not UTF-8, which no scenario can ask for")
        }
        return text
    }
}
