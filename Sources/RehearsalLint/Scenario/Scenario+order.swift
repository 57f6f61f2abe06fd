package import Rehearsal

extension Scenario {
    /// Returns the scenario with priorities that make the server try its endpoints in a specified order.
    ///
    /// Priorities are as low as possible. They are 0 if paths, conditions and source order already produce that order.
    ///
    /// - Parameter positions: the position of each endpoint in the order; the smallest is tried first.
    package func withPriorities(producing positions: [Int]) -> Scenario {
        let ranked = zip(endpoints, positions).enumerated().map {
            RankedEndpoint($0.element.0, position: $0.element.1, index: $0.offset)
        }
        let wide = ranked.filter(\.isWide)
        let priorities =
            wide.count * ranked.count > Self.maxComparisons
            ? ranked.map { -$0.position } : Self.priorities(ranked, wide)
        let least = priorities.min() ?? 0
        var scenario = self
        for (index, priority) in priorities.enumerated() { scenario.endpoints[index].priority = priority - least }
        return scenario
    }

    private static func priorities(_ ranked: [RankedEndpoint], _ wide: [RankedEndpoint]) -> [Int] {
        var priorities = [Int](repeating: 0, count: ranked.count)
        var byPath: [[PathPattern.Segment]: [RankedEndpoint]] = [:]
        for candidate in ranked where !candidate.isWide { byPath[candidate.segments, default: []].append(candidate) }
        var next: [[PathPattern.Segment]: RankedEndpoint] = [:]
        // Endpoints that are tried last get their priorities first.
        for endpoint in ranked.sorted(by: { $0.position > $1.position }) {
            var others = endpoint.isWide ? ranked : wide
            if !endpoint.isWide, let samePath = byPath[endpoint.segments], samePath.count <= Self.maxPerPath {
                others += samePath
            } else if !endpoint.isWide {
                // Precedence is transitive, so a comparison with the next endpoint is enough.
                if let next = next[endpoint.segments] {
                    priorities[endpoint.index] = priorities[next.index] + (endpoint.comes(before: next) ? 0 : 1)
                }
                next[endpoint.segments] = endpoint
            }
            for other in others where other.position > endpoint.position && endpoint.canMatchSameRequest(as: other) {
                let least = priorities[other.index] + (endpoint.comes(before: other) ? 0 : 1)
                priorities[endpoint.index] = max(priorities[endpoint.index], least)
            }
        }
        return priorities
    }

    /// The limit on comparisons, beyond which each endpoint gets a distinct priority without comparison.
    private static let maxComparisons = 4_000_000
    /// The number of endpoints of one path beyond which each endpoint is compared only with the next one.
    private static let maxPerPath = 400
}

/// The properties of an endpoint that decide its order.
private struct RankedEndpoint {
    let method: Scenario.Method
    let segments: [Scenario.PathPattern.Segment]
    let when: Scenario.Condition?
    let position: Int
    /// The index in the scenario.
    let index: Int

    init(_ endpoint: Scenario.Endpoint, position: Int, index: Int) {
        (self.position, self.index) = (position, index)
        method = endpoint.method
        segments = (try? endpoint.path.segments()) ?? []
        when = endpoint.when
    }

    /// Whether the endpoint matches more than one path.
    var isWide: Bool { segments.contains { if case .literal = $0 { false } else { true } } }

    /// Whether both endpoints may match the same request.
    func canMatchSameRequest(as other: RankedEndpoint) -> Bool {
        let sharesMethod =
            method == other.method || method == .any || other.method == .any
            || Set([method, other.method]) == [.get, .head]
        guard sharesMethod, !(when?.certainlyExcludes(other.when) ?? false) else { return false }
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

    /// Whether this endpoint is tried before the other one without a priority, and not only by source order.
    func comes(before other: RankedEndpoint) -> Bool {
        if (when == nil) != (other.when == nil) { return when != nil }
        let specificity = Scenario.PathPattern.specificity(segments, other.segments)
        if specificity != 0 { return specificity < 0 }
        guard index < other.index else { return false }
        guard let when, let condition = other.when else { return true }
        return !when.certainlyOverlaps(with: condition)
    }
}
