extension CompiledScenario {
    /// The result of matching a request, as far as the server has read it.
    package enum Match {
        /// The endpoint answers, whatever the state.
        case endpoint(Int)
        /// The state decides, or more than one endpoint is involved.
        case candidates(CandidateSet)
        /// No endpoint answers, but the request is a CORS preflight for an existing one.
        case preflight(Preflight)
        /// The match depends on the body, which the server has not read.
        case needsBody
        case none

        package var isNeedingBody: Bool { if case .needsBody = self { true } else { false } }
    }

    /// The candidates for a reply or an overlay, in order of rank.
    package struct CandidateSet {
        let candidates: [Int32]
        package let request: ObservedRequest
        /// The policies that apply; nil for none.
        package let policies: Policies.ApplicablePolicies?
        /// The modifiers of the request; nil for most requests.
        package var terms: RequestModifiers?
        /// The candidates for GET in place of this method, which provide the validators of its preconditions.
        var getCandidates: [Int32] = []
        /// The preflight to answer if none of the candidates answers.
        package var preflight: Preflight?
    }

    /// The connection-level properties of a request.
    package struct ConnectionContext {
        package var connection: Int
        package var isReused: Bool
        /// The kinds of modifiers that the request uses and the scenario supports.
        var terms: RequestModifiers.Kinds = []

        package init(connection: Int = 0, isReused: Bool = false) {
            (self.connection, self.isReused) = (connection, isReused)
        }
    }

    /// Buffers that matching reuses.
    package struct MatchBuffers: Sendable {
        var nodes: [Int32] = []
        var policyNodes: [Int32] = []
        var candidates: [Int32] = []

        package init() {
            nodes.reserveCapacity(16)
            candidates.reserveCapacity(64)
        }
    }

    /// Returns the best match for a request; `body` is nil while the server has not read it.
    package func match(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]?,
        _ arrival: ConnectionContext = ConnectionContext(),
        scratch: inout MatchBuffers,
    ) -> Match {
        let coverage = policies?.applicablePolicies(of: head, in: bytes, &scratch.policyNodes)
        if let coverage, coverage.needsBody, body == nil { return .needsBody }
        var arrival = arrival
        arrival.terms = supportedTerms.isEmpty ? [] : bytes.modifierKinds(in: head).intersection(supportedTerms)
        let match = find(head, bytes, body, arrival, coverage, &scratch)
        return arrival.terms.isEmpty ? match : asking(match, head, bytes, body, arrival, &scratch)
    }

    /// Adds the modifiers of the request to the match.
    private func asking(
        _ match: Match,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ arrival: ConnectionContext,
        _ scratch: inout MatchBuffers,
    ) -> Match {
        let terms = arrival.terms
        let preflight = terms.contains(.origin) ? preflight(head, bytes, at: scratch) : nil
        switch match {
        case .none: return preflight.map(Match.preflight) ?? .none
        case .candidates(var choice):
            choice.preflight = preflight
            choice.terms = RequestModifiers(head, in: bytes, terms)
            if terms.contains(.conditions), head.methodCode != .get, head.methodCode != .head {
                var reading = head
                reading.methodCode = .get
                if case .candidates(let readers) = find(reading, bytes, body, arrival, nil, &scratch) {
                    choice.getCandidates = readers.candidates
                }
            }
            return .candidates(choice)
        case .endpoint, .needsBody, .preflight: return match
        }
    }

    private func find(
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ arrival: ConnectionContext,
        _ coverage: Policies.ApplicablePolicies?,
        _ scratch: inout MatchBuffers,
    ) -> Match {
        scratch.nodes.removeAll(keepingCapacity: true)
        trie.match(bytes, head.path, into: &scratch.nodes)
        guard let first = scratch.nodes.first else {
            if coverage == nil { return .none }
            return best(of: UnsafeBufferPointer(start: nil, count: 0), head, bytes, body, arrival, coverage)
        }
        if scratch.nodes.count == 1 {
            let part = trie.nodes[Int(first)].endpoints
            return trie.ranked.withUnsafeBufferPointer {
                let candidates = $0[Int(part.lowerBound)..<Int(part.upperBound)]
                return best(of: UnsafeBufferPointer(rebasing: candidates), head, bytes, body, arrival, coverage)
            }
        }
        scratch.candidates.removeAll(keepingCapacity: true)
        for node in scratch.nodes { scratch.candidates.append(contentsOf: trie.endpoints(of: node)) }
        scratch.candidates.sort()
        return scratch.candidates.withUnsafeBufferPointer { best(of: $0, head, bytes, body, arrival, coverage) }
    }

    private func best(
        of candidates: UnsafeBufferPointer<Int32>,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ arrival: ConnectionContext,
        _ coverage: Policies.ApplicablePolicies?,
    ) -> Match {
        var facts: Scenario.Condition.MatchContext?
        var chosen: [Int32] = []
        for candidate in candidates {
            let index = Int(candidate)
            let summary = summaries[index]
            guard summary.matches(head.methodCode) ?? endpoints[index].matchesMethod(of: head, in: bytes) else {
                continue
            }
            if summary.hasCondition, let condition = endpoints[index].when {
                var known = facts ?? self.matchContext(of: head, bytes, body, arrival)
                known.segments = endpoints[index].segments
                facts = known
                switch condition.evaluate(for: head, in: bytes, known) {
                case .fails: continue
                case .undecided: if known.body == nil, condition.needsBody { return .needsBody }
                case .holds: break
                }
            }
            if summary.needsBody, body == nil { return .needsBody }
            if !summary.needsSelection, chosen.isEmpty, arrival.terms.isEmpty, coverage == nil {
                return .endpoint(index)
            }
            chosen.append(candidate)
            if summary.endsSearch { break }
        }
        guard !chosen.isEmpty || coverage != nil else { return .none }
        if let coverage, coverage.resourceNeedsBody, body == nil, !isAnswered(by: chosen) { return .needsBody }
        let known = facts ?? self.matchContext(of: head, bytes, body, arrival)
        let all = bytes.bytes(RequestHead.Slice(0, bytes.count))
        let (number, isReused) = (arrival.connection, arrival.isReused)
        let request = ObservedRequest(head, all, body: known.body, connection: number, isReused: isReused)
        return .candidates(CandidateSet(candidates: chosen, request: request, policies: coverage))
    }

    /// Returns whether an endpoint certainly answers, before any policy.
    private func isAnswered(by chosen: [Int32]) -> Bool {
        chosen.last.map { summaries[Int($0)].endsSearch && !endpoints[Int($0)].isNoise } ?? false
    }

    func matchContext(
        of head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ arrival: ConnectionContext,
    ) -> Scenario.Condition.MatchContext {
        let observed = body.map { body in
            let type = bytes.values(ofHeader: "content-type", in: head).first
            return ObservedBody(body, type: type.map { String(decoding: $0, as: UTF8.self) })
        }
        return Scenario.Condition.MatchContext(body: observed, isReused: arrival.isReused)
    }

    /// Returns whether the server answers a preflight itself: no endpoint matches, or only a generic one does.
    package func isPreflightAnsweredByServer(to found: ScenarioState.SelectedReply?) -> Bool {
        found.map { endpoints[$0.endpoint].isNoise || endpoints[$0.endpoint].matchesAnyMethod } ?? true
    }

    /// Returns the CORS preflight of a request if an endpoint or a policy exists for the requested method.
    ///
    /// - Parameter scratch: the buffers that hold the result of matching the path.
    func preflight(_ head: RequestHead, _ bytes: Span<UInt8>, at scratch: MatchBuffers) -> Preflight? {
        guard head.methodCode == .options else { return nil }
        let headers = Scenario.Headers(
            head.fields.map { Scenario.Headers.Field(bytes.text($0.name), bytes.text($0.value)) }
        )
        guard let origin = headers["Origin"], let asked = headers["Access-Control-Request-Method"] else { return nil }
        var methods: [String] = []
        for endpoint in scratch.nodes.flatMap({ trie.endpoints(of: $0) }).sorted().map({ endpoints[Int($0)] }) {
            guard endpoint.overlay == nil else { continue }
            let method = String(decoding: endpoint.method, as: UTF8.self)
            let taken = endpoint.matchesAnyMethod ? [asked] : method == "GET" ? ["GET", "HEAD"] : [method]
            for name in taken where !methods.contains(name) { methods.append(name) }
        }
        for name in policies?.answeredMethods(at: scratch.policyNodes, asked) ?? [] where !methods.contains(name) {
            methods.append(name)
        }
        guard methods.contains(asked) else { return nil }
        return Preflight(
            origin: origin,
            methods: methods,
            headers: headers.values(of: "Access-Control-Request-Headers")
        )
    }
}
