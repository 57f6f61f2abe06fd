/// A scenario made ready to play: endpoints in the order in which they are asked, and an index over their paths.
///
/// Immutable, so that any number of sessions and threads can ask it at once; what changes is in ``PlayState``.
package struct Playbook: Sendable {
    /// Best rank first: an endpoint's index here is its rank.
    package let endpoints: [CompiledEndpoint]
    /// By rank: what most requests need to know.
    let gists: [CompiledEndpoint.Gist]
    let trie: PathTrie
    let expectations: [CompiledExpectation]
    /// Variables as they are when it begins.
    let state: [JSON.Member]
    /// Nil if there are none.
    package let policies: Policies?
    /// What is heeded of what requests ask beside their method and path: only what some reply has an answer to.
    let terms: RequestTerms.Kinds

    /// - Throws: ``Malformed`` for the first endpoint that cannot be played, or expectation that cannot be judged.
    package init(_ scenario: Scenario) throws(Malformed) {
        var ranked: [CompiledEndpoint] = []
        ranked.reserveCapacity(scenario.endpoints.count)
        var namesakes: [UInt64: Int] = [:]
        for (order, endpoint) in scenario.endpoints.enumerated() {
            var compiled = try CompiledEndpoint(endpoint, order: order)
            compiled.draw(after: namesakes[compiled.stableID, default: 0])
            namesakes[StableHash.of(compiled.label), default: 0] += 1
            ranked.append(compiled)
        }
        ranked.sort(by: CompiledEndpoint.isAskedBefore)
        var trie = PathTrie()
        for (rank, endpoint) in ranked.enumerated() {
            trie.insert(Int32(rank), at: endpoint.segments)
        }
        trie.finish()
        self.endpoints = ranked
        gists = ranked.map(\.gist)
        self.trie = trie
        expectations = try scenario.expect.map { expectation throws(Malformed) in try CompiledExpectation(expectation) }
        state = scenario.state
        terms = ranked.reduce(scenario.cors ? .origin : []) { $0.union($1.terms) }
        policies = try Policies(scenario)
    }

    /// Why a scenario cannot be played.
    package struct Malformed: Error, Sendable, CustomStringConvertible {
        /// `endpoint "get /users"`.
        package let subject: String
        package let reason: String
        package var description: String { "\(subject): \(reason)" }
    }

    /// Endpoints and policies as a person names them; those of a policy come after those of all endpoints.
    package func label(of index: Int) -> String {
        endpoints.indices.contains(index) ? endpoints[index].label : policies?.labels[index - endpoints.count] ?? ""
    }

    /// How many indices have a label.
    package var labelCount: Int { endpoints.count + (policies?.labels.count ?? 0) }

    /// Where the random draws of an endpoint or a policy begin.
    package func stableID(of index: Int) -> UInt64 {
        endpoints.indices.contains(index) ? endpoints[index].stableID : StableHash.of(label(of: index))
    }

    /// Whether pages of other origins are given leave to read what it answers.
    package var sharesWithOrigins: Bool { terms.contains(.origin) }

    /// Whether an endpoint has a fault that is met while the body of a request is read.
    package func meetsUploads(_ endpoint: Int) -> Bool { gists[endpoint].meetsUploads }

    /// The names of the cookies that a client of this scenario may have: those that replies set, and those that
    /// conditions ask for; nil if that cannot be told, as closures and templates may set any.
    package var cookieNames: Set<String>? {
        var names: Set<String> = []
        for endpoint in endpoints {
            endpoint.when.map { names.formUnion($0.cookieNames) }
            let headers = endpoint.replies.map(\.headers) + [endpoint.overlay?.headers].compactMap(\.self)
            guard endpoint.replies.allSatisfy({ $0.answer == nil && !$0.isRaw }) else { return nil }
            for value in headers.flatMap({ $0.values(of: "Set-Cookie") }) {
                let name = value.prefix { $0 != "=" && $0 != ";" }
                guard !name.contains("{{") else { return nil }
                names.insert(String(name.filter { $0 != " " && $0 != "\t" }))
            }
        }
        return names
    }

    /// Judges a run by its evidence: every expectation, requests that nothing answered, replies that nobody asked for.
    package func judge(_ evidence: Evidence) -> Judgement {
        var items = expectations.map { $0.judge(evidence) }
        if !expectations.contains(where: \.isAboutUnexpected) {
            let findings = UnexpectedJudge(redaction: evidence.redaction).findings(in: evidence.entries)
            items.append(Judgement.Item(title: "unexpected: 0", place: nil, findings: findings))
        }
        for (rank, endpoint) in endpoints.enumerated() {
            items += endpoint.requirements(answered: evidence.turns[rank])
        }
        return Judgement(
            items: items,
            forgotten: evidence.forgotten,
            startedAt: evidence.startedAt,
            redaction: evidence.redaction
        )
    }
}
