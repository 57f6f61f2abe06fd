/// A compiled scenario: endpoints in order of precedence, and an index of their paths.
///
/// It is immutable and shared between sessions and threads; mutable state is in ``ScenarioState``.
package struct CompiledScenario: Sendable {
    /// The paths without placeholders. Without policies, they find the endpoints that answer most requests.
    package var literalPaths: LiteralPaths { trie.literalPaths }
    /// The endpoints in order of precedence. The index of an endpoint is its rank.
    package let endpoints: [CompiledEndpoint]
    /// The summaries of the endpoints, by rank.
    let summaries: [CompiledEndpoint.EndpointSummary]
    /// The methods and paths of the endpoints for reports, by rank.
    let labels: EndpointLabels
    let trie: PathTrie
    let expectations: [CompiledExpectation]
    /// The ranks of the endpoints with required replies, with the number of requests after which each was sent.
    private let requiredRequestCounts: [(rank: Int, count: Int)]
    /// The initial variables.
    let initialVariables: [JSON.Member]
    /// The policies; nil if there are none.
    package let policies: Policies?
    /// The check of each request before an endpoint answers; nil for none.
    private(set) var requestCheck: Scenario.RequestCheck?
    /// Whether it has policies or a check of requests.
    package private(set) var hasPolicies: Bool
    /// The kinds of request modifiers that at least one reply supports. The server ignores the others.
    let supportedModifiers: RequestModifiers.Kinds

    /// - Throws: ``CompilationError`` for the first endpoint or expectation that is not valid.
    package init(_ scenario: Scenario) throws(CompilationError) {
        var ranked: [CompiledEndpoint] = []
        ranked.reserveCapacity(scenario.endpoints.count)
        var sameNames: [UInt64: Int] = [:]
        for (order, endpoint) in scenario.endpoints.enumerated() {
            var compiled = try CompiledEndpoint(endpoint, order: order)
            compiled.makeStableIDUnique(after: sameNames[compiled.stableID, default: 0])
            sameNames[StableHash.of(compiled.displayName), default: 0] += 1
            ranked.append(compiled)
        }
        ranked.sort(by: CompiledEndpoint.precedes)
        var trie = PathTrie()
        for (rank, endpoint) in ranked.enumerated() {
            trie.insert(Int32(rank), at: endpoint.segments)
        }
        let summaries = ranked.map(\.summary)
        trie.finish { CompiledEndpoint.EndpointSummary.endpointForGet(of: $0, summaries) }
        self.endpoints = ranked
        self.summaries = summaries
        labels = EndpointLabels(ranked)
        self.trie = trie
        requiredRequestCounts = ranked.enumerated().compactMap { rank, endpoint in
            endpoint.requiredRequestCount.map { (rank, $0) }
        }
        expectations = try scenario.expect.map { expectation throws(CompilationError) in
            try CompiledExpectation(expectation)
        }
        initialVariables = scenario.state
        supportedModifiers = ranked.reduce(scenario.cors ? .origin : []) { $0.union($1.supportedModifiers) }
        policies = try Policies(scenario)
        requestCheck = scenario.requestCheck
        hasPolicies = policies != nil || requestCheck != nil
    }

    /// Returns this compiled scenario with another check of requests.
    package func checking(_ requestCheck: Scenario.RequestCheck?) -> CompiledScenario {
        var changed = self
        (changed.requestCheck, changed.hasPolicies) = (requestCheck, policies != nil || requestCheck != nil)
        return changed
    }

    /// An error in a scenario that prevents compilation.
    package struct CompilationError: Error, Sendable, CustomStringConvertible {
        /// The subject of the error: `endpoint "get /users"`.
        package let subject: String
        package let reason: String
        package var description: String { "\(subject): \(reason)" }
    }

    /// Returns the display name of an endpoint or a policy; the indices of policies follow those of endpoints.
    package func displayName(of index: Int) -> String {
        endpoints.indices.contains(index)
            ? endpoints[index].displayName : policies?.displayNames[index - endpoints.count] ?? ""
    }

    /// The number of indices with a display name.
    package var displayNameCount: Int { endpoints.count + (policies?.displayNames.count ?? 0) }

    /// Returns the identifier that seeds the random values of an endpoint or a policy.
    package func stableID(of index: Int) -> UInt64 {
        endpoints.indices.contains(index) ? endpoints[index].stableID : StableHash.of(displayName(of: index))
    }

    /// Returns the endpoint that answers a request without a body in every state, always by its first reply; nil if
    /// ``match(_:in:body:_:scratch:)`` has to find the endpoint.
    ///
    /// It finds endpoints of literal paths that have no other condition than the method. They answer most requests.
    ///
    /// - Parameter head: the head, which is not changed. It is `inout`, because passing its value would copy it.
    package func literalEndpoint(_ head: inout RequestHead, in bytes: Span<UInt8>) -> Int? {
        guard !hasPolicies else { return nil }
        if !supportedModifiers.isEmpty, bytes.modifierKinds(in: head.fields).rawValue & supportedModifiers.rawValue != 0
        {
            return nil
        }
        if case .get = head.methodCode {
            let endpoint = bytes.withUnsafeBytes {
                trie.literalPaths.endpointForGet(UnsafeRawBufferPointer(rebasing: $0[head.path.range]))
            }
            if endpoint >= 0 { return endpoint }
        }
        guard let node = trie.literalNode(bytes, head.path) else { return nil }
        for position in trie.nodes[Int(node)].endpoints {
            let index = Int(trie.ranked[Int(position)])
            guard let matches = summaries[index].matches(head.methodCode) else { return nil }
            if matches {
                let answers = summaries[index].answersAlways && !selectsReply(index, head.fields, bytes)
                return answers ? index : nil
            }
        }
        return nil
    }

    /// Returns the index of an endpoint's reply to the request with an index, counted from 0; nil if the sequence is
    /// exhausted.
    @inline(__always)
    package func reply(of endpoint: Int, forRequestIndex index: Int) -> Int? {
        summaries[endpoint].hasConstantReply ? 0 : endpoints[endpoint].sequence.reply(forRequestIndex: index)
    }

    /// Whether the server permits cross-origin requests.
    package var allowsCrossOrigin: Bool { supportedModifiers.contains(.origin) }

    /// Returns whether the server answers a preflight itself: no endpoint matches, or only one that is noise
    /// or matches any method.
    package func isPreflightAnsweredByServer(to found: ScenarioState.SelectedReply?) -> Bool {
        found.map { endpoints[$0.endpoint].isNoise || endpoints[$0.endpoint].matchesAnyMethod } ?? true
    }

    /// Returns whether an endpoint has a fault that takes effect while the server reads the request body.
    package func hasUploadFault(_ endpoint: Int) -> Bool { summaries[endpoint].hasUploadFault }

    /// The parts of a request that each reply of each endpoint may repeat; empty for an endpoint with static replies.
    ///
    /// It does not contain the replies of policies, which may repeat any part.
    package var echoes: [[Journal.RequestEcho]] {
        // An overlay can apply to the replies of any endpoint.
        let overlays = endpoints.filter { $0.overlay != nil }.flatMap(\.echoes)
        let isReplyStored = policies?.idempotency.isEmpty == false
        return endpoints.map { endpoint in
            let own =
                endpoint.echoes.isEmpty && !overlays.isEmpty
                ? endpoint.replies.map { _ in .ofStaticReply } : endpoint.echoes
            return own.map { echo in
                var echo = overlays.reduce(into: echo) { $0.formUnion($1) }
                if isReplyStored { echo.stored.formUnion(echo.repeated) }
                return echo
            }
        }
    }

    /// The names of the cookies that replies set or conditions use.
    ///
    /// It is nil if a handler, raw bytes or a template can set a cookie with any name.
    package var cookieNames: Set<String>? {
        var names: Set<String> = []
        for endpoint in endpoints {
            endpoint.when.map { names.formUnion($0.cookieNames) }
            let headers = endpoint.replies.map(\.headers) + [endpoint.overlay?.headers].compactMap(\.self)
            guard endpoint.replies.allSatisfy({ $0.handler == nil && !$0.isRaw }) else { return nil }
            for value in headers.flatMap({ $0.values(of: "Set-Cookie") }) {
                let name = value.prefix { $0 != "=" && $0 != ";" }
                guard !name.contains("{{") else { return nil }
                names.insert(String(name.filter { $0 != " " && $0 != "\t" }))
            }
        }
        return names
    }

    /// Returns whether the result of an expectation may depend on an exchange, apart from expectations about unexpected
    /// requests.
    package func mayExpect(_ entry: Journal.Entry) -> Bool { expectations.contains { $0.mayDepend(on: entry) } }

    /// Returns the numbers of requests on which the results of required replies depend.
    ///
    /// - Parameter answeredCounts: the number of requests that each endpoint has answered, by rank.
    package func requiredCounts(_ answeredCounts: [Int]) -> [Int] {
        requiredRequestCounts.map { min(answeredCounts[$0.rank], $0.count) }
    }

    /// Evaluates the expectations. It also reports unexpected requests, and required replies that were not sent.
    package func evaluate(_ evidence: VerificationInput) -> VerificationResult {
        var items = expectations.map { $0.evaluate(evidence) }
        if !expectations.contains(where: \.isAboutUnexpected) {
            let findings = UnexpectedRequestEvaluator(redaction: evidence.redaction).findings(in: evidence.entries)
            items.append(VerificationResult.Item(title: "unexpected: 0", sourceLocation: nil, findings: findings))
        }
        for (rank, endpoint) in endpoints.enumerated() {
            items += endpoint.requiredReplyResults(answered: evidence.answeredCounts[rank])
        }
        return VerificationResult(
            items: items,
            droppedEntries: evidence.droppedEntries,
            startedAt: evidence.startedAt,
            redaction: evidence.redaction
        )
    }
}
