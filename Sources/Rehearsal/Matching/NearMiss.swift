/// An endpoint that nearly matched a request, and its differences from the request.
package struct NearMiss: Sendable {
    /// The rank of the endpoint: its index in the order of precedence.
    package let endpoint: Int
    /// The method and path of the endpoint: `get /users/{id}`.
    package let label: String
    /// The differences from the request, each as a message.
    package let differences: [String]
    /// The distance from the request, which is smaller for a nearer endpoint.
    let distance: Int
}

/// A best-first search of the path trie for the patterns nearest to a requested path, with a limit on visited nodes.
struct NearestPathSearch {
    let trie: PathTrie
    let requestSegments: [[UInt8]]
    var remainingVisits: Int
    var found: [(node: Int32, distance: Int)] = []

    /// The nodes to visit. They are unsorted, because the limit on visits keeps their number small.
    private var queue: [(node: Int32, depth: Int, distance: Int)] = [(0, 0, 0)]

    init(trie: PathTrie, requestSegments: [[UInt8]], maxVisits: Int) {
        self.trie = trie
        self.requestSegments = requestSegments
        self.remainingVisits = maxVisits
    }

    mutating func run() {
        while remainingVisits > 0, let next = removeNearest() {
            remainingVisits -= 1
            visit(next.node, next.depth, next.distance)
        }
    }

    private mutating func removeNearest() -> (node: Int32, depth: Int, distance: Int)? {
        guard let index = queue.indices.min(by: { queue[$0].distance < queue[$1].distance }) else { return nil }
        return queue.remove(at: index)
    }

    private mutating func visit(_ index: Int32, _ depth: Int, _ distance: Int) {
        let node = trie.nodes[Int(index)]
        if !node.endpoints.isEmpty {
            found.append((index, distance + 4 * max(0, requestSegments.count - depth)))
        }
        for child in [node.integerChild, node.textChild] where child >= 0 {
            let isInteger =
                depth < requestSegments.count && !requestSegments[depth].isEmpty
                && requestSegments[depth].allSatisfy(\.isDigit)
            let matches =
                depth < requestSegments.count && !requestSegments[depth].isEmpty
                && (child == node.textChild || isInteger)
            queue.append((child, depth + 1, distance + (matches ? 0 : 4)))
        }
        if node.restChild >= 0 { found.append((node.restChild, distance)) }
        for child in nearestChildren(of: index, depth) {
            queue.append((child, depth + 1, distance + cost(of: trie.segment(of: child), depth)))
        }
    }

    /// Returns the literal children of a node.
    ///
    /// If these are more than the remaining visits, returns only those next to the requested segment in lexicographic
    /// order, or the first ones at a depth at which the requested path has no segment.
    private func nearestChildren(of node: Int32, _ depth: Int) -> ArraySlice<Int32> {
        let children = trie.literalChildren[Int(node)]
        guard children.count > remainingVisits else { return children[...] }
        guard depth < requestSegments.count else { return children.prefix(max(1, remainingVisits)) }
        var low = 0
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            let segment = trie.segment(of: children[middle])
            if segment.lexicographicallyPrecedes(requestSegments[depth]) { low = middle + 1 } else { high = middle }
        }
        let half = max(1, remainingVisits / 4)
        return children[max(0, low - half)..<min(children.count, low + half)]
    }

    private func cost(of segment: ArraySlice<UInt8>, _ depth: Int) -> Int {
        guard depth < requestSegments.count else { return 4 }
        return Scenario.PathPattern.Segment.distance(of: segment, from: requestSegments[depth])
    }
}

extension NearMiss: CustomStringConvertible {
    package var description: String {
        differences.isEmpty ? label : "\(label) (\(differences.joined(separator: "; ")))"
    }
}
