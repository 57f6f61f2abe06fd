extension CompiledScenario {
    /// The result of matching the part of a request that the server has read.
    package enum Match {
        /// The endpoint with this rank answers in every state.
        case endpoint(Int)
        /// The state decides between endpoints, or an overlay, a policy or a modifier applies.
        ///
        /// It is indirect, so that the value is small for the other cases, to which most requests belong.
        indirect case candidates(CandidateSet)
        /// No endpoint answers, but the request is a CORS preflight for an existing endpoint or policy.
        case preflight(Preflight)
        /// The request failed the check of the scenario.
        indirect case refused(RefusedRequest)
        /// The match depends on the body, which the server has not read.
        case needsBody
        case none

        package var requiresBody: Bool { if case .needsBody = self { true } else { false } }
    }

    /// The endpoints that may answer a request or overlay its reply.
    package struct CandidateSet {
        /// The ranks of the endpoints, in ascending order.
        let candidates: [Int32]
        package let request: ObservedRequest
        /// The policies that apply to the request; nil for none.
        package let policies: Policies.ApplicablePolicies?
        /// The modifiers of the request; nil for most requests.
        package var modifiers: RequestModifiers?
        /// The candidates for a GET of the same target. Their replies have the validators for the preconditions.
        var getCandidates: [Int32] = []
        /// The preflight that the server answers if no candidate does.
        package var preflight: Preflight?
    }

    /// A request that failed the check of the scenario.
    package struct RefusedRequest {
        package let refusal: Scenario.RequestCheck.Refusal
        /// The modifiers that add CORS fields to the reply; nil if the scenario allows no cross-origin requests.
        package let modifiers: RequestModifiers?
    }

    /// The properties of the connection on which a request arrived.
    package struct ConnectionContext {
        package var connection: Int
        package var isReused: Bool
        /// The kinds of modifiers that the request uses and the scenario supports.
        var modifierKinds: RequestModifiers.Kinds = []
        /// Whether the check of the scenario changes the reply to the request.
        var isAltered = false

        package init(connection: Int = 0, isReused: Bool = false) {
            (self.connection, self.isReused) = (connection, isReused)
        }
    }

    /// Buffers that matching reuses for each request, to avoid allocations.
    package struct MatchBuffers: Sendable {
        var nodes: [Int32] = []
        var policyNodes: [Int32] = []
        var candidates: [Int32] = []

        package init() {
            nodes.reserveCapacity(16)
            candidates.reserveCapacity(64)
        }
    }

    /// Returns the best match for a request; `body` is nil if the server has not read it.
    package func match(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]?,
        _ connection: ConnectionContext = ConnectionContext(),
        scratch: inout MatchBuffers,
    ) -> Match {
        guard let requestCheck else { return uncheckedMatch(head, bytes, body, connection, &scratch) }
        guard let body else { return .needsBody }
        let observed = matchContext(of: head, bytes, body, connection).body
        switch requestCheck.outcome(observedRequest(head, bytes, observed, connection)) {
        case .admitted: return uncheckedMatch(head, bytes, body, connection, &scratch)
        case .refused(let refusal):
            let modifiers = allowsCrossOrigin ? RequestModifiers(head, in: bytes, .origin) : nil
            return .refused(RefusedRequest(refusal: refusal, modifiers: modifiers))
        case .altered(let alteration):
            var connection = connection
            connection.isAltered = true
            let match = uncheckedMatch(head, bytes, body, connection, &scratch)
            guard case .candidates(var candidates) = match else { return match }
            candidates.modifiers = .adding(alteration, to: candidates.modifiers)
            return .candidates(candidates)
        }
    }

    /// Returns the best match for a request that needs no check or has passed it.
    private func uncheckedMatch(
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ connection: ConnectionContext,
        _ scratch: inout MatchBuffers,
    ) -> Match {
        let applicable = policies?.applicablePolicies(of: head, in: bytes, &scratch.policyNodes)
        if let applicable, applicable.needsBody, body == nil { return .needsBody }
        var connection = connection
        connection.modifierKinds =
            supportedModifiers.isEmpty ? [] : bytes.modifierKinds(in: head.fields).intersection(supportedModifiers)
        let match = find(head, bytes, body, connection, applicable, &scratch)
        return connection.modifierKinds.isEmpty
            ? match : addingModifiers(to: match, head, bytes, body, connection, &scratch)
    }

    private func observedRequest(
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: ObservedBody?,
        _ connection: ConnectionContext,
    ) -> ObservedRequest {
        let all = bytes.bytes(RequestHead.Slice(0, bytes.count))
        let (number, isReused) = (connection.connection, connection.isReused)
        return ObservedRequest(head, all, body: body, connection: number, isReused: isReused)
    }

    /// Returns the match with the modifiers of the request added.
    private func addingModifiers(
        to match: Match,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ connection: ConnectionContext,
        _ scratch: inout MatchBuffers,
    ) -> Match {
        let terms = connection.modifierKinds
        let preflight = terms.contains(.origin) ? preflight(head, bytes, at: scratch) : nil
        switch match {
        case .none: return preflight.map(Match.preflight) ?? .none
        case .candidates(var choice):
            choice.preflight = preflight
            choice.modifiers = RequestModifiers(head, in: bytes, terms)
            if terms.contains(.conditions), head.methodCode != .get, head.methodCode != .head {
                var reading = head
                reading.methodCode = .get
                if case .candidates(let readers) = find(reading, bytes, body, connection, nil, &scratch) {
                    choice.getCandidates = readers.candidates
                }
            }
            return .candidates(choice)
        case .endpoint, .needsBody, .preflight, .refused: return match
        }
    }

    private func find(
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ connection: ConnectionContext,
        _ applicable: Policies.ApplicablePolicies?,
        _ scratch: inout MatchBuffers,
    ) -> Match {
        scratch.nodes.removeAll(keepingCapacity: true)
        trie.match(bytes, head.path, into: &scratch.nodes)
        guard let first = scratch.nodes.first else {
            if applicable == nil { return .none }
            return best(of: UnsafeBufferPointer(start: nil, count: 0), head, bytes, body, connection, applicable)
        }
        if scratch.nodes.count == 1 {
            let part = trie.nodes[Int(first)].endpoints
            return trie.ranked.withUnsafeBufferPointer {
                let candidates = $0[Int(part.lowerBound)..<Int(part.upperBound)]
                return best(of: UnsafeBufferPointer(rebasing: candidates), head, bytes, body, connection, applicable)
            }
        }
        scratch.candidates.removeAll(keepingCapacity: true)
        for node in scratch.nodes { scratch.candidates.append(contentsOf: trie.endpoints(of: node)) }
        scratch.candidates.sort()
        return scratch.candidates.withUnsafeBufferPointer { best(of: $0, head, bytes, body, connection, applicable) }
    }

    private func best(
        of candidates: UnsafeBufferPointer<Int32>,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ connection: ConnectionContext,
        _ applicable: Policies.ApplicablePolicies?,
    ) -> Match {
        var context: Scenario.Condition.MatchContext?
        var chosen: [Int32] = []
        for candidate in candidates {
            let index = Int(candidate)
            let summary = summaries[index]
            guard summary.matches(head.methodCode) ?? endpoints[index].matchesMethod(of: head, in: bytes) else {
                continue
            }
            if summary.hasCondition, let condition = endpoints[index].when {
                var known = context ?? self.matchContext(of: head, bytes, body, connection)
                known.segments = endpoints[index].segments
                context = known
                switch condition.evaluate(for: head, in: bytes, known) {
                case .fails: continue
                case .undecided: if known.body == nil, condition.needsBody { return .needsBody }
                case .holds: break
                }
            }
            if summary.needsBody, body == nil { return .needsBody }
            if !summary.needsSelection, chosen.isEmpty, connection.modifierKinds.isEmpty, applicable == nil,
                !connection.isAltered, !selectsReply(index, head.fields, bytes)
            {
                return .endpoint(index)
            }
            chosen.append(candidate)
            if summary.endsSearch { break }
        }
        guard !chosen.isEmpty || applicable != nil else { return .none }
        if let applicable, applicable.resourceNeedsBody, body == nil, !isAnswered(by: chosen) { return .needsBody }
        let known = context ?? self.matchContext(of: head, bytes, body, connection)
        let request = observedRequest(head, bytes, known.body, connection)
        return .candidates(CandidateSet(candidates: chosen, request: request, policies: applicable))
    }

    /// Returns whether a request may select another reply of an endpoint than the next one of its sequence.
    @inline(__always)
    func selectsReply(_ index: Int, _ fields: RequestHead.FieldList, _ bytes: Span<UInt8>) -> Bool {
        let selectors = summaries[index].selectors
        guard !selectors.isEmpty else { return false }
        return !bytes.replySelectors(in: fields).isDisjoint(with: selectors)
    }

    /// Returns whether one of the endpoints answers in every state and takes precedence over the reply of a policy.
    private func isAnswered(by chosen: [Int32]) -> Bool {
        chosen.last.map { summaries[Int($0)].endsSearch && !endpoints[Int($0)].isNoise } ?? false
    }

    func matchContext(
        of head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
        _ connection: ConnectionContext,
    ) -> Scenario.Condition.MatchContext {
        let observed = body.map { body in
            let type = bytes.values(ofHeader: "content-type", in: head).first
            return ObservedBody(body, type: type.map { String(decoding: $0, as: UTF8.self) })
        }
        return Scenario.Condition.MatchContext(body: observed, isReused: connection.isReused)
    }

    /// Returns the CORS preflight of a request if an endpoint or a policy exists for the requested method.
    ///
    /// - Parameter scratch: the buffers that hold the result of matching the path.
    func preflight(_ head: RequestHead, _ bytes: Span<UInt8>, at scratch: MatchBuffers) -> Preflight? {
        guard head.methodCode == .options else { return nil }
        let headers = Scenario.Headers(
            head.fields.map { Scenario.Headers.Field(bytes.text($0.name), bytes.text($0.value)) }
        )
        guard let origin = headers["Origin"], let requested = headers["Access-Control-Request-Method"] else {
            return nil
        }
        var methods: [String] = []
        for endpoint in scratch.nodes.flatMap({ trie.endpoints(of: $0) }).sorted().map({ endpoints[Int($0)] }) {
            guard endpoint.overlay == nil else { continue }
            let method = String(decoding: endpoint.method, as: UTF8.self)
            let answered = endpoint.matchesAnyMethod ? [requested] : method == "GET" ? ["GET", "HEAD"] : [method]
            for name in answered where !methods.contains(name) { methods.append(name) }
        }
        for name in policies?.answeredMethods(at: scratch.policyNodes, requested) ?? [] where !methods.contains(name) {
            methods.append(name)
        }
        guard methods.contains(requested) else { return nil }
        return Preflight(
            origin: origin,
            methods: methods,
            headers: headers.values(of: "Access-Control-Request-Headers")
        )
    }
}
