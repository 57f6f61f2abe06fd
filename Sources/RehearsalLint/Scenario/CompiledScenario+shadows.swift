package import Rehearsal

extension CompiledScenario {
    /// An endpoint that never answers, because an earlier one of its document matches all of its requests.
    package struct Shadow: Sendable, Hashable {
        /// The rank of the endpoint that never answers.
        package let endpoint: Int
        /// The rank of the endpoint that answers instead.
        package let coveringEndpoint: Int
    }

    /// Returns the shadows of a layer. Shadows between layers are not reported, because a document may
    /// intentionally replace an endpoint of a document that it extends.
    package func shadows(inLayer layer: Int) -> [Shadow] {
        // An endpoint covers another if its path covers the other path, and its condition is absent or equal.
        var earlier = PatternTree()
        var shadows: [Shadow] = []
        for (rank, endpoint) in endpoints.enumerated() where endpoint.layer == layer {
            let shape = endpoint.segments.map(\.shape)
            let conditions: [Scenario.Condition?] = endpoint.when == nil ? [nil] : [nil, endpoint.when]
            let candidates = earlier.ranks(covering: shape, when: conditions)
            if let by = candidates.filter({ endpoints[$0].answersAll(of: endpoint) }).min() {
                shadows.append(Shadow(endpoint: rank, coveringEndpoint: by))
                // The covering endpoint also covers every endpoint that this one covers.
                continue
            }
            guard endpoint.overlay == nil, !endpoint.yieldsAfterLast else { continue }
            earlier.insert(rank, shape, when: endpoint.when)
        }
        return shadows
    }

    /// Two endpoints that can match the same request, so that only their order in the document decides between them.
    package struct AmbiguousPair: Sendable, Hashable {
        /// The rank of the earlier endpoint.
        package let first: Int
        /// The rank of the later endpoint.
        package let second: Int
    }

    /// Returns each endpoint of a layer with the first endpoint that it conflicts with.
    ///
    /// Endpoints without conditions are not reported: the later one is shadowed, or the order is intended.
    package func ambiguousPairs(inLayer layer: Int) -> [AmbiguousPair] {
        var byShape: [[Scenario.PathPattern.Segment]: [Int]] = [:]
        var seen: Set<ConflictKey> = []
        var rivalries: [AmbiguousPair] = []
        for (rank, endpoint) in endpoints.enumerated() where endpoint.layer == layer {
            guard let when = endpoint.when, let names = when.simpleNames, endpoint.overlay == nil, !endpoint.isNoise
            else {
                continue
            }
            let shape = endpoint.segments.map(\.shape)
            let first = byShape[shape]?.first { other in
                endpoints[other].priority == endpoint.priority && endpoints[other].sharesMethods(with: endpoint)
                    && endpoints[other].when?.certainlyOverlaps(with: when) ?? false
            }
            if let first { rivalries.append(AmbiguousPair(first: first, second: rank)) }
            guard !endpoint.yieldsAfterLast else { continue }
            // The first endpoint represents all others with the same names.
            let key = ConflictKey(
                shape: shape,
                priority: endpoint.priority,
                method: endpoint.matchesAnyMethod ? nil : endpoint.method,
                names: names
            )
            if seen.insert(key).inserted { byShape[shape, default: []].append(rank) }
        }
        return rivalries
    }

    /// The criteria by which an endpoint conflicts with another.
    private struct ConflictKey: Hashable {
        let shape: [Scenario.PathPattern.Segment]
        let priority: Int
        let method: [UInt8]?
        let names: [Set<String>]
    }

    /// Returns the rule by which the first of two endpoints is tried before the second.
    package func rule(putting first: Int, before second: Int) -> PrecedenceRule {
        CompiledEndpoint.precedence(of: endpoints[first], over: endpoints[second]).rule
    }
}

/// The path patterns of endpoints as a tree, in which the patterns that cover a pattern are found without trying all.
private struct PatternTree {
    private struct Node {
        var children: [Scenario.PathPattern.Segment: Int] = [:]
        /// The ranks of the endpoints whose pattern ends here, by their condition.
        var ranks: [Scenario.Condition?: [Int]] = [:]
    }

    private var nodes = [Node()]

    mutating func insert(_ rank: Int, _ shape: [Scenario.PathPattern.Segment], when: Scenario.Condition?) {
        var node = 0
        for segment in shape {
            if let child = nodes[node].children[segment] {
                node = child
                continue
            }
            nodes.append(Node())
            nodes[node].children[segment] = nodes.count - 1
            node = nodes.count - 1
        }
        nodes[node].ranks[when, default: []].append(rank)
    }

    /// Returns the ranks of the endpoints whose pattern covers a shape, and whose condition is one of those given.
    func ranks(covering shape: [Scenario.PathPattern.Segment], when conditions: [Scenario.Condition?]) -> [Int] {
        var ends: [Int] = []
        var current = [0]
        for segment in shape {
            ends += current.compactMap { nodes[$0].children[.rest] }
            let coveringSegments = segment.coveringShapes
            current = current.flatMap { node in coveringSegments.compactMap { nodes[node].children[$0] } }
        }
        ends += current + current.compactMap { nodes[$0].children[.rest] }
        return ends.flatMap { end in conditions.flatMap { nodes[end].ranks[$0] ?? [] } }
    }
}

extension CompiledEndpoint {
    /// Whether this endpoint answers every request that the other endpoint matches.
    fileprivate func answersAll(of other: CompiledEndpoint) -> Bool {
        guard matchesMethods(of: other), segments.covers(other.segments) else { return false }
        guard let when else { return true }
        // The meaning of a condition on a placeholder depends on the position of the placeholder.
        return when == other.when && (when.captureNames.isEmpty || segments == other.segments)
    }

    private func matchesMethods(of other: CompiledEndpoint) -> Bool {
        matchesAnyMethod || method == other.method && !other.matchesAnyMethod
            || method == Array("GET".utf8) && other.method == Array("HEAD".utf8)
    }

    fileprivate func sharesMethods(with other: CompiledEndpoint) -> Bool {
        matchesMethods(of: other) || other.matchesMethods(of: self)
    }
}

extension [Scenario.PathPattern.Segment] {
    /// Whether this pattern matches every path that the other pattern matches.
    fileprivate func covers(_ other: Self) -> Bool {
        for index in 0..<Swift.max(count, other.count) {
            if index < count, self[index] == .rest { return true }
            guard index < count, index < other.count, self[index].covers(other[index]) else { return false }
        }
        return true
    }
}

extension Scenario.PathPattern.Segment {
    /// The segment without the name of its placeholder: patterns of equal shapes match the same paths.
    fileprivate var shape: Self {
        if case .capture(_, let kind) = self { .capture("", kind) } else { self }
    }

    /// The shapes of one segment that may match every segment that this shape matches; `.rest` matches several.
    fileprivate var coveringShapes: [Self] {
        switch self {
        case .literal: [self, .capture("", .text), .capture("", .integer)]
        case .capture: [.capture("", .text), .capture("", .integer)]
        case .rest: []
        }
    }

    fileprivate func covers(_ other: Self) -> Bool {
        switch (self, other) {
        case (.literal(let one), .literal(let two)): one == two
        case (.capture(_, .text), .literal(let text)): !text.isEmpty
        case (.capture(_, .integer), .literal(let text)): !text.isEmpty && text.allSatisfy(\.isDigit)
        case (.capture(_, let one), .capture(_, let two)): one == .text || two == .integer
        case (.rest, _): true
        case (.literal, _), (.capture, .rest): false
        }
    }
}
