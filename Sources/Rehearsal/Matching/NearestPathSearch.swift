/// A best-first search of the path trie for the patterns nearest to a requested path, with a limit on visited nodes.
///
/// A value keeps its memory between searches, so that a request without a match allocates none for its search.
struct NearestPathSearch: Sendable {
    /// A node that is waiting for its visit, in the list of its distance.
    private struct Step: Sendable {
        let node: Int32
        let depth: Int32
        /// The index of the next step with the same distance; -1 for none.
        var next: Int32 = -1
    }

    /// The steps with one distance, in the order in which they were added.
    private struct List: Sendable {
        var first: Int32 = -1
        var last: Int32 = -1
    }

    /// The patterns found, each with its distance.
    private(set) var found: [(node: Int32, distance: Int)] = []
    /// The normalized segments of the requested path, one after the other, and the end of each.
    private var text: [UInt8] = []
    private var ends: [Int] = []
    private var steps: [Step] = []
    /// The waiting steps by distance.
    private var lists: [List] = []
    private var remainingVisits = 0

    /// Searches for the patterns nearest to a path.
    ///
    /// - Parameter path: the path of the request; it is empty for the authority form of a target.
    mutating func run(_ trie: PathTrie, _ bytes: Span<UInt8>, _ path: RequestHead.Slice, maxVisits: Int) {
        setSegments(bytes, path)
        found.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        lists.removeAll(keepingCapacity: true)
        remainingVisits = maxVisits
        add(0, depth: 0, distance: 0)
        // The search does not change `text`.
        let text = self.text
        PathTrie.Tables.with(trie) { tables in text.withUnsafeBufferPointer { visitAll(of: $0, tables) } }
    }

    /// Visits nodes in the order of their distances.
    ///
    /// - Parameter text: the segments of the requested path.
    private mutating func visitAll(of text: UnsafeBufferPointer<UInt8>, _ trie: PathTrie.Tables) {
        var distance = 0
        while remainingVisits > 0, distance < lists.count {
            let index = lists[distance].first
            guard index >= 0 else {
                distance += 1
                continue
            }
            let step = steps[Int(index)]
            lists[distance].first = step.next
            remainingVisits -= 1
            // Distances never decrease along a path of the trie, so no step is added to an earlier list.
            visit(step.node, Int(step.depth), distance, text, trie)
        }
    }

    private mutating func setSegments(_ bytes: Span<UInt8>, _ path: RequestHead.Slice) {
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var start = min(Int(path.start) + 1, Int(path.end))
        while true {
            var end = start
            var isNormal = true
            while end < Int(path.end), bytes[end] != UInt8(ascii: "/") {
                if PercentEncoding.needsNormalization(bytes[end]) { isNormal = false }
                end += 1
            }
            if isNormal {
                bytes.append(RequestHead.Slice(start, end), to: &text)
            } else {
                text += PercentEncoding.normalized(bytes.bytes(RequestHead.Slice(start, end)))
            }
            ends.append(text.count)
            guard end < Int(path.end) else { return }
            start = end + 1
        }
    }

    /// Returns the segment of the requested path at a depth; nil at a depth at which the path has none.
    @inline(__always)
    private func segment(_ depth: Int, of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard depth < ends.count else { return nil }
        return UnsafeBufferPointer(rebasing: text[(depth == 0 ? 0 : ends[depth - 1])..<ends[depth]])
    }

    private mutating func add(_ node: Int32, depth: Int, distance: Int) {
        let index = Int32(steps.count)
        steps.append(Step(node: node, depth: Int32(depth)))
        while lists.count <= distance { lists.append(List()) }
        lists.withUnsafeMutableBufferPointer { lists in
            if lists[distance].first < 0 {
                lists[distance].first = index
            } else {
                steps[Int(lists[distance].last)].next = index
            }
            lists[distance].last = index
        }
    }

    private mutating func visit(
        _ index: Int32,
        _ depth: Int,
        _ distance: Int,
        _ text: UnsafeBufferPointer<UInt8>,
        _ trie: PathTrie.Tables,
    ) {
        let node = trie.nodes[Int(index)]
        let segment = segment(depth, of: text)
        if !node.endpoints.isEmpty { found.append((index, distance + 4 * max(0, ends.count - depth))) }
        if node.integerChild >= 0 {
            let matches = segment.map { !$0.isEmpty && $0.allSatisfy(\.isDigit) } ?? false
            add(node.integerChild, depth: depth + 1, distance: distance + (matches ? 0 : 4))
        }
        if node.textChild >= 0 {
            add(node.textChild, depth: depth + 1, distance: distance + (segment?.isEmpty ?? true ? 4 : 0))
        }
        if node.restChild >= 0 { found.append((node.restChild, distance)) }
        for position in nearestChildren(of: index, to: segment, trie) {
            let child = trie.children[position]
            let cost = segment.map { Scenario.PathPattern.Segment.distance(of: trie.segment(of: child), from: $0) } ?? 4
            add(child, depth: depth + 1, distance: distance + cost)
        }
    }

    /// Returns the positions of the literal children of a node.
    ///
    /// If these are more than the remaining visits, returns only those next to the requested segment in lexicographic
    /// order, or the first ones at a depth at which the requested path has no segment.
    private func nearestChildren(
        of node: Int32,
        to requested: UnsafeBufferPointer<UInt8>?,
        _ trie: PathTrie.Tables,
    ) -> Range<Int> {
        let children = trie.literalChildren(of: node)
        guard children.count > remainingVisits else { return children }
        guard let requested else { return children.prefix(max(1, remainingVisits)) }
        var low = children.lowerBound
        var high = children.upperBound
        while low < high {
            let middle = (low + high) / 2
            if trie.segment(of: trie.children[middle]).lexicographicallyPrecedes(requested) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let half = max(1, remainingVisits / 4)
        return max(children.lowerBound, low - half)..<min(children.upperBound, low + half)
    }
}
