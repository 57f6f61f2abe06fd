package import Rehearsal

extension Scenario {
    /// The same with the priorities that let endpoints be asked in some order, whatever their paths and conditions.
    ///
    /// Priorities are as low as they can be, and 0 where the order follows from paths, conditions and places by itself.
    ///
    /// - Parameter turns: when each endpoint is asked: those with the smallest number first.
    package func asked(in turns: [Int]) -> Scenario {
        let entrants = zip(endpoints, turns).enumerated().map {
            Entrant($0.element.0, turn: $0.element.1, place: $0.offset)
        }
        let wide = entrants.filter(\.isWide)
        let priorities =
            wide.count * entrants.count > Self.mostComparisons
            ? entrants.map { -$0.turn } : Self.priorities(entrants, wide)
        let least = priorities.min() ?? 0
        var scenario = self
        for (index, priority) in priorities.enumerated() { scenario.endpoints[index].priority = priority - least }
        return scenario
    }

    private static func priorities(_ entrants: [Entrant], _ wide: [Entrant]) -> [Int] {
        var priorities = [Int](repeating: 0, count: entrants.count)
        var places: [[PathPattern.Segment]: [Entrant]] = [:]
        for entrant in entrants where !entrant.isWide { places[entrant.segments, default: []].append(entrant) }
        var next: [[PathPattern.Segment]: Entrant] = [:]
        // Those that are asked last have theirs first.
        for one in entrants.sorted(by: { $0.turn > $1.turn }) {
            var others = one.isWide ? entrants : wide
            if !one.isWide, let crowd = places[one.segments], crowd.count <= Self.mostTogether {
                others += crowd
            } else if !one.isWide {
                // What is asked before the next is asked before all that come after it.
                if let next = next[one.segments] {
                    priorities[one.place] = priorities[next.place] + (one.comes(before: next) ? 0 : 1)
                }
                next[one.segments] = one
            }
            for other in others where other.turn > one.turn && one.meets(other) {
                let least = priorities[other.place] + (one.comes(before: other) ? 0 : 1)
                priorities[one.place] = max(priorities[one.place], least)
            }
        }
        return priorities
    }

    /// Beyond this each endpoint has a priority of its own, which needs no comparison.
    private static let mostComparisons = 4_000_000
    /// Of more that take one path, each is compared with the next alone.
    private static let mostTogether = 400
}

/// What decides when an endpoint is asked.
private struct Entrant {
    let method: Scenario.Method
    let segments: [Scenario.PathPattern.Segment]
    let when: Scenario.Condition?
    let turn: Int
    /// Its index in the scenario.
    let place: Int

    init(_ endpoint: Scenario.Endpoint, turn: Int, place: Int) {
        (self.turn, self.place) = (turn, place)
        method = endpoint.method
        segments = (try? endpoint.path.segments()) ?? []
        when = endpoint.when
    }

    /// Whether it takes more than one path.
    var isWide: Bool { segments.contains { if case .literal = $0 { false } else { true } } }

    /// Whether one request may be for both.
    func meets(_ other: Entrant) -> Bool {
        let sharesMethod =
            method == other.method || method == .any || other.method == .any
            || Set([method, other.method]) == [.get, .head]
        guard sharesMethod, !(when?.surelyExcludes(other.when) ?? false) else { return false }
        for index in 0..<max(segments.count, other.segments.count) {
            if index < segments.count, segments[index] == .rest { return true }
            if index < other.segments.count, other.segments[index] == .rest { return true }
            guard index < segments.count, index < other.segments.count else { return false }
            if case .literal(let one) = segments[index], case .literal(let two) = other.segments[index], one != two {
                return false
            }
        }
        return true
    }

    /// Whether it is asked before the other without a priority, and nobody would doubt it.
    func comes(before other: Entrant) -> Bool {
        if (when == nil) != (other.when == nil) { return when != nil }
        let specificity = Scenario.PathPattern.specificity(segments, other.segments)
        if specificity != 0 { return specificity < 0 }
        guard place < other.place else { return false }
        guard let when, let condition = other.when else { return true }
        return !when.surelyHoldsTogether(with: condition)
    }
}
