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

    /// - Throws: ``Malformed`` for the first endpoint that cannot be played, or expectation that cannot be judged.
    package init(_ scenario: Scenario) throws(Malformed) {
        var ranked: [CompiledEndpoint] = []
        ranked.reserveCapacity(scenario.endpoints.count)
        for (order, endpoint) in scenario.endpoints.enumerated() {
            ranked.append(try CompiledEndpoint(endpoint, order: order))
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
    }

    /// Why a scenario cannot be played.
    package struct Malformed: Error, Sendable, CustomStringConvertible {
        /// `endpoint "get /users"`.
        package let subject: String
        package let reason: String
        package var description: String { "\(subject): \(reason)" }
    }

    /// Whether an endpoint has a fault that is met while the body of a request is read.
    package func meetsUploads(_ endpoint: Int) -> Bool { gists[endpoint].meetsUploads }

    /// What the request is for, as far as it has been read.
    package enum Match: Sendable, Hashable {
        case endpoint(Int)
        /// A candidate asks for the body, and the body has not been read.
        case needsBody
        case none
    }

    /// Memory that matching uses again and again.
    package struct Scratch: Sendable {
        var nodes: [Int32] = []
        var candidates: [Int32] = []

        package init() {
            nodes.reserveCapacity(16)
            candidates.reserveCapacity(64)
        }
    }

    /// The best endpoint for a request; `body` is nil while it has not been read.
    package func match(
        _ head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]?,
        scratch: inout Scratch,
    ) -> Match {
        scratch.nodes.removeAll(keepingCapacity: true)
        trie.match(bytes, head.path, into: &scratch.nodes)
        guard let first = scratch.nodes.first else { return .none }
        if scratch.nodes.count == 1 {
            let part = trie.nodes[Int(first)].endpoints
            return trie.ranked.withUnsafeBufferPointer {
                best(
                    of: UnsafeBufferPointer(rebasing: $0[Int(part.lowerBound)..<Int(part.upperBound)]),
                    head,
                    bytes,
                    body
                )
            }
        }
        scratch.candidates.removeAll(keepingCapacity: true)
        for node in scratch.nodes { scratch.candidates.append(contentsOf: trie.endpoints(of: node)) }
        scratch.candidates.sort()
        return scratch.candidates.withUnsafeBufferPointer { best(of: $0, head, bytes, body) }
    }

    private func best(
        of candidates: UnsafeBufferPointer<Int32>,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ body: [UInt8]?,
    ) -> Match {
        // Parsed once, by the first condition that asks for it; nil inside is a body that is no JSON.
        var document: JSON??
        for candidate in candidates {
            let index = Int(candidate)
            let gist = gists[index]
            guard gist.takes(head.methodCode) ?? endpoints[index].takesMethod(of: head, in: bytes) else { continue }
            guard gist.hasCondition, let condition = endpoints[index].when else { return .endpoint(index) }
            guard condition.holds(for: head, in: bytes) else { continue }
            guard let wanted = condition.bodyEquals else { return .endpoint(index) }
            guard let body else { return .needsBody }
            let parsed = document ?? (try? JSON(parsing: body))
            document = .some(parsed)
            if let parsed, parsed.isEquivalent(to: wanted) { return .endpoint(index) }
        }
        return .none
    }
}
