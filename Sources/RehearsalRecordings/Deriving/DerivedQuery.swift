import Rehearsal
import RehearsalDocuments

/// Tells requests to one path apart by their queries, in the words of a scenario.
///
/// The recording alone takes no query that was not recorded; a scenario names what tells requests apart and no more.
struct DerivedQuery {
    private typealias Item = Scenario.Condition.QueryItem

    /// What requests of one method and path were recorded with: an item that comes twice is asked for once.
    private let siblings: [Set<Scenario.Condition.QueryItem>]
    /// The siblings that have an item.
    private var having: [Scenario.Condition.QueryItem: [Int]] = [:]
    /// How many queries ask for the same items.
    private var spellings: [Set<Scenario.Condition.QueryItem>: Int] = [:]

    /// Why a scenario cannot ask for a query.
    struct Indistinct: Error {
        let reason: String
    }

    init(_ queries: [[Scenario.Condition.QueryItem]]) {
        for query in Set(queries) { spellings[Set(query), default: 0] += 1 }
        var seen: Set<Set<Item>> = []
        siblings = queries.map { Set($0) }.filter { seen.insert($0).inserted }
        for (index, sibling) in siblings.enumerated() {
            for item in sibling { having[item, default: []].append(index) }
        }
    }

    /// Asks for a query, and for the absence of what stands in another one that holds all of it.
    func add(_ query: [Scenario.Condition.QueryItem], to condition: inout Scenario.Condition) throws(Indistinct) {
        guard spellings[Set(query), default: 0] < 2 else {
            throw Indistinct(reason: "queries in it differ only in how often a parameter comes, which no scenario asks")
        }
        var seen: Set<String> = []
        var asked: Set<Item> = []
        for item in query where asked.insert(item).inserted {
            let name = try Self.text(item.name)
            let value: Scenario.Condition.Value =
                Placeholder.isOpen(item.value) ? .present : .equals(try Self.text(item.value))
            let named = Scenario.Condition.Named(name, value)
            if seen.insert(name).inserted {
                condition.query.append(named)
            } else {
                // One name is asked for once; what else it has to be stands beside.
                condition.all.append(Scenario.Condition(query: [named]))
            }
        }
        for name in try absent(beside: query) {
            condition.query.append(Scenario.Condition.Named(name, .absent))
        }
    }

    private func absent(beside query: [Scenario.Condition.QueryItem]) throws(Indistinct) -> [String] {
        let items = Set(query)
        let own = Set(query.map(\.name))
        // Only those that have the rarest item can have all.
        let candidates = items.map { having[$0] ?? [] }.min { $0.count < $1.count } ?? Array(siblings.indices)
        var names: [String] = []
        var seen: Set<[UInt8]> = own
        for candidate in candidates where siblings[candidate].isStrictSuperset(of: items) {
            let others = siblings[candidate].map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
            for name in others where seen.insert(name).inserted { names.append(try Self.text(name)) }
        }
        return names
    }

    private static func text(_ bytes: [UInt8]) throws(Indistinct) -> String {
        guard let text = bytes.text else {
            throw Indistinct(reason: "a query in it is not UTF-8, which no scenario can ask for")
        }
        return text
    }
}
