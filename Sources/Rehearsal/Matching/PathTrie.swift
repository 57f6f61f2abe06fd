/// The paths of a scenario as a trie of segments, in flat arrays.
///
/// A hash table of (parent, segment) finds a literal child in constant time, also among many siblings.
package struct PathTrie: Sendable {
    /// A segment of one or more patterns. It is small, because matching reads nodes that are not adjacent in memory.
    struct Node: Sendable {
        /// The range of a normalized literal in `texts`; empty for other kinds.
        var text: Range<Int32> = 0..<0
        var parent: Int32
        var integerChild: Int32 = -1
        var textChild: Int32 = -1
        var restChild: Int32 = -1
        /// The range in `ranked` of the endpoints whose pattern ends here, in order of rank; empty until `finish`.
        var endpoints: Range<Int32> = 0..<0
    }

    private struct Slot: Sendable {
        var hash: UInt64
        var node: Int32
    }

    private(set) var nodes: [Node] = [Node(parent: -1)]
    /// The endpoints of all nodes, grouped by node.
    private(set) var ranked: [Int32] = []
    /// The literal children of all nodes, grouped by node and sorted, so that similar segments are adjacent.
    ///
    /// It is empty until `finish`.
    private var children: [Int32] = []
    /// The range in `children` by node; empty until `finish`.
    private var childRanges: [Range<Int32>] = []
    /// The literal children by node; empty after `finish`.
    private var childrenByNode: [[Int32]] = [[]]
    /// The index of the paths without placeholders; it is empty until `finish`.
    private(set) var literalPaths = LiteralPaths([], isComplete: false)
    /// The endpoints by node; empty after `finish`.
    private var endpointsByNode: [[Int32]] = [[]]
    /// The bytes of all literal segments.
    private var texts: [UInt8] = []
    /// The hash table of the literal children, with open addressing.
    private var slots = [Slot](repeating: Slot(hash: 0, node: -1), count: 16)
    private var literalCount = 0

    package init() {}

    /// Adds an endpoint. Callers must add endpoints in order of rank.
    package mutating func insert(_ endpoint: Int32, at segments: [Scenario.PathPattern.Segment]) {
        var node: Int32 = 0
        for segment in segments {
            switch segment {
            case .literal(let bytes): node = literalChild(of: node, bytes)
            case .capture(_, .integer): node = child(of: node, \.integerChild)
            case .capture(_, .text): node = child(of: node, \.textChild)
            case .rest: node = child(of: node, \.restChild)
            }
        }
        endpointsByNode[Int(node)].append(endpoint)
    }

    /// Sorts the siblings and builds the indexes. Callers must not insert endpoints afterwards.
    ///
    /// - Parameter endpointForGet: returns the endpoint that answers every GET request, of the endpoints that match a
    ///   path, which are in order of rank; -1 for none.
    package mutating func finish(_ endpointForGet: (_ candidates: ArraySlice<Int32>) -> Int32 = { _ in -1 }) {
        for index in nodes.indices {
            let start = Int32(ranked.count)
            ranked += endpointsByNode[index]
            nodes[index].endpoints = start..<Int32(ranked.count)
            let firstChild = Int32(children.count)
            children += childrenByNode[index].sorted { segment(of: $0).lexicographicallyPrecedes(segment(of: $1)) }
            childRanges.append(firstChild..<Int32(children.count))
        }
        (endpointsByNode, childrenByNode) = ([], [])
        let hasPlaceholders = nodes.contains { $0.integerChild >= 0 || $0.textChild >= 0 || $0.restChild >= 0 }
        let paths = nodes.indices.compactMap { index -> LiteralPaths.Path? in
            guard !nodes[index].endpoints.isEmpty, let text = literalPath(of: Int32(index)) else { return nil }
            let candidates = hasPlaceholders ? candidates(for: text) : endpoints(of: Int32(index))
            return LiteralPaths.Path(text: text, node: Int32(index), endpoint: endpointForGet(candidates))
        }
        literalPaths = LiteralPaths(paths, isComplete: !hasPlaceholders)
    }

    /// Returns the endpoints whose pattern matches a normalized path, in order of rank.
    private func candidates(for path: [UInt8]) -> ArraySlice<Int32> {
        var matches: [Int32] = []
        path.withUnsafeBufferPointer { match($0.span, RequestHead.Slice(0, path.count), into: &matches) }
        return matches.count == 1 ? endpoints(of: matches[0]) : matches.flatMap(endpoints).sorted()[...]
    }

    /// Returns the whole normalized path of a node; nil if it has a placeholder.
    private func literalPath(of node: Int32) -> [UInt8]? {
        var segments: [ArraySlice<UInt8>] = []
        var current = node
        while current > 0 {
            let parent = nodes[Int(current)].parent
            guard !isPlaceholder(current, of: nodes[Int(parent)]) else { return nil }
            segments.append(segment(of: current))
            current = parent
        }
        return segments.reversed().flatMap { [UInt8(ascii: "/")] + $0 }
    }

    private func isPlaceholder(_ node: Int32, of parent: Node) -> Bool {
        node == parent.integerChild || node == parent.textChild || node == parent.restChild
    }

    /// Appends the nodes of all patterns that match the path.
    ///
    /// The recursion is never deeper than the trie, even for a longer path.
    package func match(_ bytes: Span<UInt8>, _ path: RequestHead.Slice, into matches: inout [Int32]) {
        guard !path.isEmpty, bytes[Int(path.start)] == UInt8(ascii: "/") else { return }
        if literalPaths.isComplete, let node = literalPaths.node(bytes, path) {
            if node >= 0 { matches.append(node) }
            return
        }
        descend(bytes, from: Int(path.start) + 1, to: Int(path.end), node: 0, into: &matches)
    }

    /// Returns the node of a path without placeholders, if no path of the scenario has one; nil otherwise.
    func literalNode(_ bytes: Span<UInt8>, _ path: RequestHead.Slice) -> Int32? {
        guard literalPaths.isComplete, let node = literalPaths.node(bytes, path), node >= 0 else { return nil }
        return node
    }

    package func endpoints(of node: Int32) -> ArraySlice<Int32> {
        let endpoints = nodes[Int(node)].endpoints
        return ranked[Int(endpoints.lowerBound)..<Int(endpoints.upperBound)]
    }

    /// The parts of a trie that a search reads. They are valid in the closure that receives them.
    struct Tables {
        let nodes: UnsafeBufferPointer<Node>
        private let texts: UnsafeBufferPointer<UInt8>
        let children: UnsafeBufferPointer<Int32>
        private let childRanges: UnsafeBufferPointer<Range<Int32>>

        /// Calls a closure with the tables of a trie after `finish`.
        static func with(_ trie: PathTrie, _ body: (Tables) -> Void) {
            trie.nodes.withUnsafeBufferPointer { nodes in
                trie.texts.withUnsafeBufferPointer { texts in
                    trie.children.withUnsafeBufferPointer { children in
                        trie.childRanges.withUnsafeBufferPointer { ranges in
                            body(Tables(nodes: nodes, texts: texts, children: children, childRanges: ranges))
                        }
                    }
                }
            }
        }

        /// Returns the range in `children` of the literal children of a node.
        @inline(__always)
        func literalChildren(of node: Int32) -> Range<Int> {
            let range = childRanges[Int(node)]
            return Int(range.lowerBound)..<Int(range.upperBound)
        }

        /// Returns the normalized bytes of a literal.
        @inline(__always)
        func segment(of node: Int32) -> UnsafeBufferPointer<UInt8> {
            let range = nodes[Int(node)].text
            return UnsafeBufferPointer(rebasing: texts[Int(range.lowerBound)..<Int(range.upperBound)])
        }
    }

    /// Returns the normalized bytes of a literal.
    private func segment(of node: Int32) -> ArraySlice<UInt8> {
        let text = nodes[Int(node)].text
        return texts[Int(text.lowerBound)..<Int(text.upperBound)]
    }

    private func descend(_ bytes: Span<UInt8>, from start: Int, to end: Int, node: Int32, into matches: inout [Int32]) {
        let index = Int(node)
        if nodes[index].restChild >= 0 { matches.append(nodes[index].restChild) }
        if start > end {
            if !nodes[index].endpoints.isEmpty { matches.append(node) }
            return
        }
        var position = start
        var isPlain = true
        var isInteger = true
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "/") { break }
            if PercentEncoding.needsNormalization(byte) { isPlain = false }
            if !byte.isDigit { isInteger = false }
            position += 1
        }
        let segment = RequestHead.Slice(start, position)
        let literal = isPlain ? find(segment, of: bytes, below: node) : findEscaped(bytes.bytes(segment), node)
        if literal >= 0 { descend(bytes, from: position + 1, to: end, node: literal, into: &matches) }
        guard !segment.isEmpty else { return }
        if nodes[index].integerChild >= 0, isInteger {
            descend(bytes, from: position + 1, to: end, node: nodes[index].integerChild, into: &matches)
        }
        if nodes[index].textChild >= 0 {
            descend(bytes, from: position + 1, to: end, node: nodes[index].textChild, into: &matches)
        }
    }

    /// Returns the literal child for a segment that holds escapes, or -1.
    private func findEscaped(_ segment: [UInt8], _ parent: Int32) -> Int32 {
        findNormalized(PercentEncoding.normalized(segment), parent)
    }

    /// Returns the literal child with these bytes, or -1.
    private func findNormalized(_ segment: [UInt8], _ parent: Int32) -> Int32 {
        segment.withUnsafeBufferPointer { find(RequestHead.Slice(0, segment.count), of: $0.span, below: parent) }
    }

    /// Returns the literal child whose bytes are a segment of a path, or -1.
    private func find(_ segment: RequestHead.Slice, of bytes: Span<UInt8>, below parent: Int32) -> Int32 {
        let hash = PathBytes.hash(bytes, segment, from: Self.seed(parent))
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while slots[index].node >= 0 {
            let node = slots[index].node
            if slots[index].hash == hash, nodes[Int(node)].parent == parent, isText(of: node, bytes, segment) {
                return node
            }
            index = (index + 1) & mask
        }
        return -1
    }

    private func isText(of node: Int32, _ bytes: Span<UInt8>, _ segment: RequestHead.Slice) -> Bool {
        let text = nodes[Int(node)].text
        guard text.count == segment.count else { return false }
        return PathBytes.equals(bytes, segment, texts, from: Int(text.lowerBound))
    }

    private mutating func child(of parent: Int32, _ kind: WritableKeyPath<Node, Int32>) -> Int32 {
        if nodes[Int(parent)][keyPath: kind] < 0 {
            nodes[Int(parent)][keyPath: kind] = Int32(nodes.count)
            append(Node(parent: parent))
        }
        return nodes[Int(parent)][keyPath: kind]
    }

    private mutating func literalChild(of parent: Int32, _ segment: [UInt8]) -> Int32 {
        let existing = findNormalized(segment, parent)
        if existing >= 0 { return existing }
        let node = Int32(nodes.count)
        let start = Int32(texts.count)
        texts += segment
        append(Node(text: start..<Int32(texts.count), parent: parent))
        childrenByNode[Int(parent)].append(node)
        literalCount += 1
        if literalCount * 2 > slots.count { grow() }
        store(Slot(hash: PathBytes.hash(segment, from: Self.seed(parent)), node: node))
        return node
    }

    private mutating func append(_ node: Node) {
        nodes.append(node)
        childrenByNode.append([])
        endpointsByNode.append([])
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(hash: 0, node: -1), count: old.count * 4)
        for slot in old where slot.node >= 0 { store(slot) }
    }

    private mutating func store(_ slot: Slot) {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: slot.hash) & mask
        while slots[index].node >= 0 { index = (index + 1) & mask }
        slots[index] = slot
    }

    private static func seed(_ parent: Int32) -> UInt64 { UInt64(UInt32(bitPattern: parent)) }
}
