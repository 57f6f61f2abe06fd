extension Scenario {
    /// Returns the scenario with priorities that produce a given order of evaluation, whatever the paths and
    /// conditions.
    ///
    /// Priorities are as low as possible, and 0 where paths, conditions and source order already produce the order.
    ///
    /// - Parameter turns: the position of each endpoint in the order; the smallest is tried first.
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
        // Endpoints that are tried last get their priorities first.
        for one in entrants.sorted(by: { $0.turn > $1.turn }) {
            var others = one.isWide ? entrants : wide
            if !one.isWide, let crowd = places[one.segments], crowd.count <= Self.mostTogether {
                others += crowd
            } else if !one.isWide {
                // Precedence is transitive, so a comparison with the next endpoint is enough.
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

    /// The limit on comparisons, beyond which each endpoint gets a distinct priority without comparison.
    private static let mostComparisons = 4_000_000
    /// The number of endpoints of one path beyond which each is compared with the next only.
    private static let mostTogether = 400
}

/// The properties of an endpoint that decide its order.
private struct Entrant {
    let method: Scenario.Method
    let segments: [Scenario.PathPattern.Segment]
    let when: Scenario.Condition?
    let turn: Int
    /// The index in the scenario.
    let place: Int

    init(_ endpoint: Scenario.Endpoint, turn: Int, place: Int) {
        (self.turn, self.place) = (turn, place)
        method = endpoint.method
        segments = (try? endpoint.path.segments()) ?? []
        when = endpoint.when
    }

    /// Whether it matches more than one path.
    var isWide: Bool { segments.contains { if case .literal = $0 { false } else { true } } }

    /// Returns whether both may match the same request.
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

    /// Returns whether it is tried before the other endpoint without a priority, and the intention is clear.
    func comes(before other: Entrant) -> Bool {
        if (when == nil) != (other.when == nil) { return when != nil }
        let specificity = Scenario.PathPattern.specificity(segments, other.segments)
        if specificity != 0 { return specificity < 0 }
        guard place < other.place else { return false }
        guard let when, let condition = other.when else { return true }
        return !when.surelyHoldsTogether(with: condition)
    }
}

extension Scenario.Condition.Value {
    func isEqual(toOtherThan text: String) -> Bool {
        if case .equals(let other) = self { other != text } else { false }
    }
}
