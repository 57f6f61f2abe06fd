/// An endpoint that came close to answering a request, and what kept it from it.
package struct NearMiss: Sendable {
    /// Its rank in the playbook.
    package let endpoint: Int
    /// The endpoint as it is written: `get /users/{id}`.
    package let label: String
    /// One phrase a difference, in full.
    package let differences: [String]
    /// Smaller is nearer.
    let distance: Int
}

extension Playbook {
    private static let mostVisits = 64
    private static let mostReported = 5

    /// The endpoints nearest to a request that none took, nearest first: at most five, from a walk that visits at most
    /// 64 nodes, so that a miss costs the same in a scenario of any size.
    ///
    /// - Parameters:
    ///   - body: of the request, if it has been read.
    ///   - variables: as they were when nothing took it.
    package func nearest(
        to head: RequestHead,
        in bytes: Span<UInt8>,
        body: [UInt8]? = nil,
        variables: [String: JSON]? = nil,
    ) -> [NearMiss] {
        var facts = self.facts(of: head, bytes, body, Arrival())
        facts.variables = variables
        let path = String(decoding: PercentEncoding.decoded(bytes.bytes(head.path)), as: UTF8.self)
        let wanted = bytes.bytes(head.path).dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.normalized(Array($0)) }
        var walk = NearestWalk(trie: trie, wanted: wanted, visitsLeft: Self.mostVisits)
        walk.run()
        var misses: [NearMiss] = []
        for found in walk.found {
            for endpoint in trie.endpoints(of: found.node).prefix(Self.mostVisits)
            where endpoints[Int(endpoint)].overlay == nil {
                misses.append(miss(Int(endpoint), pathDistance: found.distance, path, head, bytes, facts))
            }
        }
        misses.sort { $0.distance == $1.distance ? $0.endpoint < $1.endpoint : $0.distance < $1.distance }
        return Array(misses.prefix(Self.mostReported))
    }

    /// What keeps one endpoint from answering.
    func miss(
        _ index: Int,
        pathDistance: Int,
        _ path: String,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ facts: Scenario.Condition.Facts,
    ) -> NearMiss {
        let endpoint = endpoints[index]
        var facts = facts
        facts.segments = endpoint.segments
        var differences: [String] = []
        var distance = pathDistance
        if pathDistance > 0 {
            differences.append("path is \"\(endpoint.path)\", the request has \(Self.shown(path))")
        }
        if !endpoint.takesMethod(of: head, in: bytes) {
            let method = String(decoding: endpoint.method, as: UTF8.self)
            let found = bytes.text(head.method)
            let shown = HeadPart.isMethod(found) ? found : HeadPart.length(head.method.count, "no method")
            differences.append("method is \(method), the request has \(shown)")
            distance += 3
        }
        if let difference = endpoint.when?.difference(from: head, in: bytes, facts) {
            differences.append(difference)
            distance += 1
        }
        return NearMiss(endpoint: index, label: endpoint.label, differences: differences, distance: distance)
    }

    /// The decoded path of a request; what may hold a query or a fragment that was escaped is not told if it holds a
    /// secret, because reports end up in logs and on disk.
    private static func shown(_ path: String) -> String {
        guard Redaction.holdsSecret(target: path) else { return "\"\(path)\"" }
        let start = String(path.prefix { !"?#;".contains($0) })
        return Redaction.holdsSecret(target: start)
            ? "a path that is not shown" : "\"\(start)\", and more that is not shown"
    }
}

/// A bounded walk over the tree of paths that prefers what resembles the wanted segments.
private struct NearestWalk {
    let trie: PathTrie
    let wanted: [[UInt8]]
    var visitsLeft: Int
    var found: [(node: Int32, distance: Int)] = []

    /// Cheapest first: a plain sorted list, as short as the budget.
    private var open: [(node: Int32, depth: Int, distance: Int)] = [(0, 0, 0)]

    init(trie: PathTrie, wanted: [[UInt8]], visitsLeft: Int) {
        self.trie = trie
        self.wanted = wanted
        self.visitsLeft = visitsLeft
    }

    mutating func run() {
        while visitsLeft > 0, let next = takeCheapest() {
            visitsLeft -= 1
            visit(next.node, next.depth, next.distance)
        }
    }

    private mutating func takeCheapest() -> (node: Int32, depth: Int, distance: Int)? {
        guard let index = open.indices.min(by: { open[$0].distance < open[$1].distance }) else { return nil }
        return open.remove(at: index)
    }

    private mutating func visit(_ index: Int32, _ depth: Int, _ distance: Int) {
        let node = trie.nodes[Int(index)]
        if !node.endpoints.isEmpty {
            found.append((index, distance + 4 * max(0, wanted.count - depth)))
        }
        for child in [node.integerChild, node.textChild] where child >= 0 {
            let isInteger =
                depth < wanted.count && !wanted[depth].isEmpty && wanted[depth].allSatisfy(\.isDigit)
            let isKept = depth < wanted.count && !wanted[depth].isEmpty && (child == node.textChild || isInteger)
            open.append((child, depth + 1, distance + (isKept ? 0 : 4)))
        }
        if node.restChild >= 0 { found.append((node.restChild, distance)) }
        for child in neighbours(of: index, depth) {
            open.append((child, depth + 1, distance + cost(of: trie.segment(of: child), depth)))
        }
    }

    /// The literal child that is wanted, and those beside the place where it would stand.
    private func neighbours(of node: Int32, _ depth: Int) -> ArraySlice<Int32> {
        let children = trie.literalChildren[Int(node)]
        guard children.count > visitsLeft else { return children[...] }
        guard depth < wanted.count else { return children.prefix(max(1, visitsLeft)) }
        var low = 0
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            let segment = trie.segment(of: children[middle])
            if segment.lexicographicallyPrecedes(wanted[depth]) { low = middle + 1 } else { high = middle }
        }
        let half = max(1, visitsLeft / 4)
        return children[max(0, low - half)..<min(children.count, low + half)]
    }

    private func cost(of segment: ArraySlice<UInt8>, _ depth: Int) -> Int {
        guard depth < wanted.count else { return 4 }
        return Scenario.PathPattern.Segment.distance(of: segment, from: wanted[depth])
    }
}

extension NearMiss: CustomStringConvertible {
    package var description: String {
        differences.isEmpty ? label : "\(label) (\(differences.joined(separator: "; ")))"
    }
}
