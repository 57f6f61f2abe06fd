extension Playbook {
    /// Says who answers a request, decided as it is when the scenario plays, and why nobody else does.
    ///
    /// Every endpoint is looked at, so it costs what the scenario has;
    /// a miss while playing asks ``nearest(to:in:body:variables:)``.
    ///
    /// - Parameter state: the moment at which it is asked.
    package func explain(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8],
        _ arrival: Arrival = Arrival(),
        at state: PlayState,
    ) -> Explanation {
        let answer = answer(to: head, in: bytes, body, arrival, at: state)
        var facts = self.facts(of: head, bytes, body, arrival)
        facts.variables = state.variables
        let path = String(decoding: PercentEncoding.decoded(bytes.bytes(head.path)), as: UTF8.self)
        let wanted = Self.segments(of: bytes.bytes(head.path))
        let isPath = bytes.bytes(head.path).first == UInt8(ascii: "/")
        let policy = answer == nil ? policy(head, in: bytes, body, arrival, at: state) : nil
        let taken = Set(answer?.overlays ?? policy?.overlays ?? []).union(answer.map { [$0.endpoint] } ?? [])
        var others: [Explanation.Other] = []
        for index in endpoints.indices where !taken.contains(index) {
            // The asterisk of OPTIONS and the authority of CONNECT are no path that a pattern could take.
            let distance = isPath ? endpoints[index].segments.distance(from: wanted) : 4
            let miss = miss(index, pathDistance: distance, path, head, bytes, facts)
            let verdict = verdict(on: index, miss, beside: answer, policy)
            others.append(Explanation.Other(endpoint: index, verdict: verdict, distance: miss.distance))
        }
        others.sort { $0.distance == $1.distance ? $0.endpoint < $1.endpoint : $0.distance < $1.distance }
        let guards = guards(head, in: bytes, body, arrival)
        return Explanation(answer: answer, policy: policy, guards: guards, others: others)
    }

    private func answer(
        to head: RequestHead,
        in bytes: Span<UInt8>,
        _ body: [UInt8],
        _ arrival: Arrival,
        at state: PlayState,
    ) -> Explanation.Answer? {
        var scratch = Scratch()
        switch match(head, in: bytes, body: body, arrival, scratch: &scratch) {
        case .endpoint(let index):
            return Explanation.Answer(endpoint: index, reply: state.nextTurn(of: index, in: self), overlays: [])
        case .choice(let choice):
            guard let chosen = state.choose(choice, in: self), choice.preflight == nil || !isLeft(to: chosen) else {
                return nil
            }
            return Explanation.Answer(endpoint: chosen.endpoint, reply: chosen.reply, overlays: chosen.overlays)
        case .needsBody, .none, .preflight: return nil
        }
    }

    /// The policy that answers where no endpoint does.
    private func policy(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        _ body: [UInt8],
        _ arrival: Arrival,
        at state: PlayState,
    ) -> Explanation.Policy? {
        var scratch = Scratch()
        switch match(head, in: bytes, body: body, arrival, scratch: &scratch) {
        case .preflight: return .cors
        case .choice(let choice) where choice.preflight != nil: return .cors
        case .choice(let choice):
            guard let coverage = choice.coverage, let policies else { return nil }
            let overlays = state.survey(choice, in: self).overlays
            if coverage.issue != nil { return .auth(overlays: overlays) }
            return coverage.resource.map {
                .resource(policies.labels[policies.resourceLabel + $0], overlays: overlays)
            }
        case .endpoint, .needsBody, .none: return nil
        }
    }

    /// The policies that are asked before any endpoint is.
    private func guards(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        _ body: [UInt8],
        _ arrival: Arrival,
    ) -> [Explanation.Guard] {
        var scratch = Scratch()
        guard case .choice(let choice) = match(head, in: bytes, body: body, arrival, scratch: &scratch),
            let policies, let coverage = choice.coverage, choice.preflight == nil
        else { return [] }
        return policies.guards(of: coverage, choice.request)
    }

    private func verdict(
        on index: Int,
        _ miss: NearMiss,
        beside answer: Explanation.Answer?,
        _ policy: Explanation.Policy?,
    ) -> Explanation.Verdict {
        guard miss.differences.isEmpty else { return .differs(miss.differences) }
        guard let answer else { return policy == nil ? .hasNothingBelow : .comesAfterPolicy }
        let rule = CompiledEndpoint.precedence(of: endpoints[answer.endpoint], over: endpoints[index]).rule
        return endpoints[index].overlay == nil ? .comesLater(rule) : .liesLower(rule)
    }

    private static func segments(of path: [UInt8]) -> [[UInt8]] {
        path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.normalized(Array($0)) }
    }
}

extension [Scenario.PathPattern.Segment] {
    /// How far a path is from being taken: 0 if it is, more for each segment that differs, as near misses count it.
    func distance(from path: [[UInt8]]) -> Int {
        var distance = 0
        for (index, segment) in enumerated() {
            if segment == .rest { return distance }
            distance += path.indices.contains(index) ? segment.distance(from: path[index]) : 4
        }
        return distance + 4 * Swift.max(0, path.count - count)
    }
}

extension Scenario.PathPattern.Segment {
    fileprivate func distance(from segment: [UInt8]) -> Int {
        switch self {
        case .literal(let text): Self.distance(of: text[...], from: segment)
        case .capture(_, .text): segment.isEmpty ? 4 : 0
        case .capture(_, .integer): !segment.isEmpty && segment.allSatisfy(\.isDigit) ? 0 : 4
        case .rest: 0
        }
    }

    /// 0 for the same text, 1 to 4 for another: the fewer of its first letters are shared, the more.
    static func distance(of text: ArraySlice<UInt8>, from other: [UInt8]) -> Int {
        if text.elementsEqual(other) { return 0 }
        let common = zip(text, other).prefix { $0.asciiLowercased == $1.asciiLowercased }.count
        let longest = max(text.count, other.count)
        return 1 + (longest == 0 ? 0 : min(3, (longest - common) * 4 / longest))
    }
}
