package import Rehearsal

extension Playbook {
    /// An endpoint that never has its say, because another one of its document is asked before and takes all it takes.
    package struct Shadow: Sendable, Hashable {
        /// The rank of the one that never has its say.
        package let endpoint: Int
        /// The rank of the one that answers instead.
        package let by: Int
    }

    /// Each shadow of a layer; what lies in another layer is meant to be covered by what lies above it.
    package func shadows(inLayer layer: Int) -> [Shadow] {
        // Only what has a placeholder covers a path of another shape, and only one condition that of another endpoint.
        var wide: [Scenario.Condition?: [Int]] = [:]
        var byShape: [Asked: [Int]] = [:]
        var shadows: [Shadow] = []
        for (rank, endpoint) in endpoints.enumerated() where endpoint.layer == layer {
            let shape = endpoint.segments.map(\.shape)
            let asked = Asked(shape: shape, when: endpoint.when)
            let alike: [Scenario.Condition?] = endpoint.when == nil ? [nil] : [nil, endpoint.when]
            let earlier = alike.flatMap { when in
                (byShape[Asked(shape: shape, when: when)] ?? []) + (wide[when] ?? [])
            }
            if let by = earlier.filter({ endpoints[$0].takesAll(that: endpoint) }).min() {
                shadows.append(Shadow(endpoint: rank, by: by))
                // Whatever it would cover, the other one covers too.
                continue
            }
            guard endpoint.overlay == nil, !endpoint.stepsAside else { continue }
            byShape[asked, default: []].append(rank)
            if shape.contains(where: { if case .literal = $0 { false } else { true } }) {
                wide[endpoint.when, default: []].append(rank)
            }
        }
        return shadows
    }

    /// What an endpoint says of a request beside its method.
    private struct Asked: Hashable {
        let shape: [Scenario.PathPattern.Segment]
        let when: Scenario.Condition?
    }

    /// Two endpoints that can take one request, and only the order in the document says which of them answers.
    package struct Rivalry: Sendable, Hashable {
        /// The rank of the one that stands first.
        package let first: Int
        package let second: Int
    }

    /// Each endpoint of a layer with the first that it is a rival of.
    ///
    /// Two without conditions are none: the one that is asked later is shadowed, or the other was meant to come first.
    package func rivalries(inLayer layer: Int) -> [Rivalry] {
        var byShape: [[Scenario.PathPattern.Segment]: [Int]] = [:]
        var seen: Set<Rival> = []
        var rivalries: [Rivalry] = []
        for (rank, endpoint) in endpoints.enumerated() where endpoint.layer == layer {
            guard let when = endpoint.when, let names = when.plainNames, endpoint.overlay == nil, !endpoint.isNoise
            else {
                continue
            }
            let shape = endpoint.segments.map(\.shape)
            let first = byShape[shape]?.first { other in
                endpoints[other].priority == endpoint.priority && endpoints[other].sharesMethods(with: endpoint)
                    && endpoints[other].when?.surelyHoldsTogether(with: when) ?? false
            }
            if let first { rivalries.append(Rivalry(first: first, second: rank)) }
            guard !endpoint.stepsAside else { continue }
            // Of those that ask for the same names, the first stands for all.
            let rival = Rival(
                shape: shape,
                priority: endpoint.priority,
                method: endpoint.takesAnyMethod ? nil : endpoint.method,
                names: names
            )
            if seen.insert(rival).inserted { byShape[shape, default: []].append(rank) }
        }
        return rivalries
    }

    /// What decides whether an endpoint is a rival of another one.
    private struct Rival: Hashable {
        let shape: [Scenario.PathPattern.Segment]
        let priority: Int
        let method: [UInt8]?
        let names: [Set<String>]
    }

    /// Why the first of two is asked before the second.
    package func rule(putting first: Int, before second: Int) -> Precedence {
        CompiledEndpoint.precedence(of: endpoints[first], over: endpoints[second]).rule
    }
}

extension CompiledEndpoint {
    /// Whether it answers every request that the other one takes.
    fileprivate func takesAll(that other: CompiledEndpoint) -> Bool {
        guard takesMethods(of: other), segments.covers(other.segments) else { return false }
        guard let when else { return true }
        // What a condition says of a placeholder depends on where that stands.
        return when == other.when && (when.captureNames.isEmpty || segments == other.segments)
    }

    private func takesMethods(of other: CompiledEndpoint) -> Bool {
        takesAnyMethod || method == other.method && !other.takesAnyMethod
            || method == Array("GET".utf8) && other.method == Array("HEAD".utf8)
    }

    fileprivate func sharesMethods(with other: CompiledEndpoint) -> Bool {
        takesMethods(of: other) || other.takesMethods(of: self)
    }
}

extension [Scenario.PathPattern.Segment] {
    /// Whether every path that the other pattern takes is one that this one takes.
    fileprivate func covers(_ other: Self) -> Bool {
        for index in 0..<Swift.max(count, other.count) {
            if index < count, self[index] == .rest { return true }
            guard index < count, index < other.count, self[index].covers(other[index]) else { return false }
        }
        return true
    }
}

extension Scenario.PathPattern.Segment {
    /// What it says of a path without the name that it gives to a part: patterns whose shapes are equal take the same
    /// paths.
    fileprivate var shape: Self {
        if case .capture(_, let kind) = self { .capture("", kind) } else { self }
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
