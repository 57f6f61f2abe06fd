extension CompiledScenario {
    /// Returns which endpoint answers a request, and why the others do not.
    ///
    /// It examines every endpoint. For a request without a match, the server uses the faster
    /// ``nearest(to:in:body:variables:)``.
    ///
    /// - Parameter state: the state in which the request arrives.
    package func explain(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8],
        _ connection: ConnectionContext = ConnectionContext(),
        at state: ScenarioState,
    ) -> Explanation {
        var scratch = MatchBuffers()
        let match = match(head, in: bytes, body: body, connection, scratch: &scratch)
        let answer = answer(of: match, at: state)
        var context = self.matchContext(of: head, bytes, body, connection)
        context.variables = state.variables
        let segments = Self.segments(of: bytes.bytes(head.path))
        let isPath = bytes.bytes(head.path).first == UInt8(ascii: "/")
        let policy = answer == nil ? policy(of: match, at: state) : nil
        let participating = Set(answer?.overlays ?? policy?.overlays ?? []).union(answer.map { [$0.endpoint] } ?? [])
        var others: [Explanation.Rejection] = []
        for index in endpoints.indices where !participating.contains(index) {
            // The target of `OPTIONS *` or of CONNECT is not a path.
            let distance = isPath ? endpoints[index].segments.distance(from: segments) : 4
            let miss = nearMiss(
                difference(of: index, path: distance, from: head, in: bytes, context),
                of: head,
                in: bytes
            )
            let exclusionReason = exclusionReason(on: index, miss, beside: answer, policy)
            others.append(Explanation.Rejection(endpoint: index, reason: exclusionReason, distance: miss.distance))
        }
        others.sort { $0.distance == $1.distance ? $0.endpoint < $1.endpoint : $0.distance < $1.distance }
        return Explanation(
            answer: answer,
            policy: policy,
            admissionPolicies: admissionPolicies(of: match),
            rejected: others
        )
    }

    private func answer(of match: Match, at state: ScenarioState) -> Explanation.Answer? {
        switch match {
        case .endpoint(let index):
            return Explanation.Answer(endpoint: index, reply: state.nextReply(of: index, in: self), overlays: [])
        case .candidates(let choice):
            guard let chosen = state.select(choice, in: self),
                choice.preflight == nil || !isPreflightAnsweredByServer(to: chosen)
            else {
                return nil
            }
            return Explanation.Answer(endpoint: chosen.endpoint, reply: chosen.reply, overlays: chosen.overlays)
        case .needsBody, .none, .preflight, .refused: return nil
        }
    }

    /// Returns the policy that answers if no endpoint does; nil if no policy answers either.
    private func policy(of match: Match, at state: ScenarioState) -> Explanation.Policy? {
        switch match {
        case .preflight: return .cors
        case .candidates(let choice) where choice.preflight != nil: return .cors
        case .candidates(let choice):
            guard let applicable = choice.policies, let policies else { return nil }
            let overlays = state.selectWithOverlays(choice, in: self).overlays
            if applicable.tokenRequestIndex != nil { return .auth(overlays: overlays) }
            return applicable.resourceIndex.map {
                .resource(policies.displayNames[policies.firstResourceIndex + $0], overlays: overlays)
            }
        case .endpoint, .needsBody, .none, .refused: return nil
        }
    }

    /// Returns the policies that are checked before any endpoint.
    private func admissionPolicies(of match: Match) -> [Explanation.AdmissionPolicy] {
        guard case .candidates(let choice) = match, let policies, let applicable = choice.policies,
            choice.preflight == nil
        else { return [] }
        return policies.admissionPolicies(of: applicable, choice.request)
    }

    private func exclusionReason(
        on index: Int,
        _ miss: NearMiss,
        beside answer: Explanation.Answer?,
        _ policy: Explanation.Policy?,
    ) -> Explanation.ExclusionReason {
        guard miss.differences.isEmpty else { return .mismatch(miss.differences) }
        guard let answer else { return policy == nil ? .overlayWithoutReply : .policyAnswers }
        let rule = CompiledEndpoint.precedence(of: endpoints[answer.endpoint], over: endpoints[index]).rule
        return endpoints[index].overlay == nil ? .lowerPrecedence(rule) : .lowerOverlay(rule)
    }

    private static func segments(of path: [UInt8]) -> [[UInt8]] {
        path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.normalized(Array($0)) }
    }

    /// Returns a near miss whose messages say why an endpoint does not match a request.
    private func nearMiss(_ difference: Difference, of head: RequestHead, in bytes: Span<UInt8>) -> NearMiss {
        let report = NearMissReport()
        add(difference, of: head, in: bytes, to: report, pathText: difference.path > 0 ? pathText(head, bytes) : [])
        return nearMisses(report)[0]
    }
}
