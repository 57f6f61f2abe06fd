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
            namesakes[StableHash.of(compiled.label.utf8), default: 0] += 1
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
        endpoints.indices.contains(index) ? endpoints[index].stableID : StableHash.of(label(of: index).utf8)
    }

    /// Whether pages of other origins are given leave to read what it answers.
    package var sharesWithOrigins: Bool { terms.contains(.origin) }

    /// Whether an endpoint has a fault that is met while the body of a request is read.
    package func meetsUploads(_ endpoint: Int) -> Bool { gists[endpoint].meetsUploads }
}
