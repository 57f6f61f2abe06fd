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
        case .needsBody, .none, .preflight: return nil
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
        case .endpoint, .needsBody, .none: return nil
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

    private static let maxVisits = 64
    private static let maxReported = 5

    /// Returns the endpoints nearest to a request without a match, nearest first.
    ///
    /// It returns at most five and searches at most 64 nodes, so that a large scenario does not make it slower.
    ///
    /// - Parameters:
    ///   - body: the body of the request, if the server has read it.
    ///   - variables: the variables at the time of the match.
    package func nearest(
        to head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]? = nil,
        variables: [String: JSON]? = nil,
    ) -> [NearMiss] {
        var context = self.matchContext(of: head, bytes, body, ConnectionContext())
        context.variables = variables
        let segments = Self.segments(of: bytes.bytes(head.path))
        var search = NearestPathSearch(trie: trie, requestSegments: segments, maxVisits: Self.maxVisits)
        search.run()
        var nearest: [Difference] = []
        for found in search.found {
            for endpoint in trie.endpoints(of: found.node).prefix(Self.maxVisits)
            where endpoints[Int(endpoint)].overlay == nil {
                nearest.append(difference(of: Int(endpoint), path: found.distance, from: head, in: bytes, context))
            }
        }
        nearest.sort { $0.total == $1.total ? $0.endpoint < $1.endpoint : $0.total < $1.total }
        return nearest.prefix(Self.maxReported).map { nearMiss($0, of: head, in: bytes) }
    }

    /// The differences between an endpoint and a request, each as a distance.
    private struct Difference {
        let endpoint: Int
        /// The distance between the paths; 0 if the pattern matches.
        let path: Int
        /// The distance between the methods; 0 if the endpoint matches the method.
        let method: Int
        /// The message for a condition that does not hold; nil if it holds.
        let condition: String?
        /// The total distance, which is smaller for a nearer endpoint.
        var total: Int { path + method + (condition == nil ? 0 : 1) }
    }

    private func difference(
        of index: Int,
        path: Int,
        from head: RequestHead,
        in bytes: Span<UInt8>,
        _ context: Scenario.Condition.MatchContext,
    ) -> Difference {
        var condition: String?
        if let when = endpoints[index].when {
            var context = context
            context.segments = endpoints[index].segments
            condition = when.failureText(from: head, in: bytes, context)
        }
        let matchesMethod = endpoints[index].matchesMethod(of: head, in: bytes)
        return Difference(endpoint: index, path: path, method: matchesMethod ? 0 : 3, condition: condition)
    }

    /// Returns a near miss whose messages say why an endpoint does not match a request.
    private func nearMiss(_ difference: Difference, of head: RequestHead, in bytes: Span<UInt8>) -> NearMiss {
        let endpoint = endpoints[difference.endpoint]
        var differences: [String] = []
        if difference.path > 0 {
            let path = String(decoding: PercentEncoding.decoded(bytes.bytes(head.path)), as: UTF8.self)
            differences.append("path is \"\(endpoint.path)\", the request has \(Self.description(ofPath: path))")
        }
        if difference.method > 0 {
            let method = String(decoding: endpoint.method, as: UTF8.self)
            let found = bytes.text(head.method)
            let shown =
                HeadPartDisplay.isMethod(found) ? found : HeadPartDisplay.length(head.method.count, "not a method")
            differences.append("method is \(method), the request has \(shown)")
        }
        if let condition = difference.condition { differences.append(condition) }
        return NearMiss(
            endpoint: difference.endpoint,
            label: endpoint.displayName,
            differences: differences,
            distance: difference.total
        )
    }

    /// Returns a description of the decoded path of a request.
    ///
    /// A part that contains a secret is not shown, because reports are stored in logs and files.
    private static func description(ofPath path: String) -> String {
        guard Redaction.containsSecret(target: path) else { return "\"\(path)\"" }
        let start = String(path.prefix { !"?#;".contains($0) })
        return Redaction.containsSecret(target: start) ? "a redacted path" : "\"\(start)\" and a redacted part"
    }
}
