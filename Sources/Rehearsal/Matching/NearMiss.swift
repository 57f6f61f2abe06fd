/// An endpoint that nearly matched a request, and its differences from the request.
package struct NearMiss: Sendable {
    /// The rank of the endpoint.
    package let endpoint: Int
    /// The method and path of the endpoint: `get /users/{id}`.
    package let label: String
    /// The differences in full, one phrase each.
    package let differences: [String]
    /// The distance from the request; smaller is nearer.
    let distance: Int
}

/// A bounded best-first search of the path trie for the paths nearest to the wanted segments.
struct NearestPathSearch {
    let trie: PathTrie
    let wanted: [[UInt8]]
    var remainingVisits: Int
    var found: [(node: Int32, distance: Int)] = []

    /// A sorted list is enough, because the budget bounds its length.
    private var queue: [(node: Int32, depth: Int, distance: Int)] = [(0, 0, 0)]

    init(trie: PathTrie, wanted: [[UInt8]], visitsLeft: Int) {
        self.trie = trie
        self.wanted = wanted
        self.remainingVisits = visitsLeft
    }

    mutating func run() {
        while remainingVisits > 0, let next = takeCheapest() {
            remainingVisits -= 1
            visit(next.node, next.depth, next.distance)
        }
    }

    private mutating func takeCheapest() -> (node: Int32, depth: Int, distance: Int)? {
        guard let index = queue.indices.min(by: { queue[$0].distance < queue[$1].distance }) else { return nil }
        return queue.remove(at: index)
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
            queue.append((child, depth + 1, distance + (isKept ? 0 : 4)))
        }
        if node.restChild >= 0 { found.append((node.restChild, distance)) }
        for child in nearestChildren(of: index, depth) {
            queue.append((child, depth + 1, distance + cost(of: trie.segment(of: child), depth)))
        }
    }

    /// Returns the literal children nearest to the wanted segment in lexicographic order.
    private func nearestChildren(of node: Int32, _ depth: Int) -> ArraySlice<Int32> {
        let children = trie.literalChildren[Int(node)]
        guard children.count > remainingVisits else { return children[...] }
        guard depth < wanted.count else { return children.prefix(max(1, remainingVisits)) }
        var low = 0
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            let segment = trie.segment(of: children[middle])
            if segment.lexicographicallyPrecedes(wanted[depth]) { low = middle + 1 } else { high = middle }
        }
        let half = max(1, remainingVisits / 4)
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
