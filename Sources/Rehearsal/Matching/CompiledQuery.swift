/// A compiled journal query.
package struct CompiledQuery: Sendable {
    private let method: [UInt8]?
    private let condition: Scenario.Condition?
    private let segments: [Scenario.PathPattern.Segment]
    private let paths: PathTrie

    package init(_ query: Journal.Query) throws(Scenario.PathPattern.Malformed) {
        method = query.method == .any ? nil : Array(query.method.rawValue.utf8)
        condition = query.condition
        segments = try query.path.segments()
        var paths = PathTrie()
        paths.insert(0, at: segments)
        paths.finish()
        self.paths = paths
    }

    /// Returns the entries that match, in order.
    package func select(from entries: [Journal.Entry]) -> [Journal.Entry] {
        var nodes: [Int32] = []
        return entries.filter { matches($0, &nodes) }
    }

    /// Returns whether the entry matches.
    package func matches(_ entry: Journal.Entry) -> Bool {
        var nodes: [Int32] = []
        return matches(entry, &nodes)
    }

    /// Returns whether the method and the path of the entry match, whatever the further conditions.
    func mayMatch(_ entry: Journal.Entry) -> Bool {
        var nodes: [Int32] = []
        let head = RawHead(entry.rawHead, readsFields: false).head
        return entry.rawHead.withUnsafeBufferPointer { selects(head, $0.span, &nodes) }
    }

    private func selects(_ head: RequestHead, _ bytes: Span<UInt8>, _ nodes: inout [Int32]) -> Bool {
        if let method, !bytes.equals(head.method, method) { return false }
        nodes.removeAll(keepingCapacity: true)
        paths.match(bytes, head.path, into: &nodes)
        return !nodes.isEmpty
    }

    private func matches(_ entry: Journal.Entry, _ nodes: inout [Int32]) -> Bool {
        let head = RawHead(entry.rawHead).head
        // `Array.span` needs macOS 26.
        return entry.rawHead.withUnsafeBufferPointer { buffer in
            let bytes = buffer.span
            return selects(head, bytes, &nodes) && holds(entry, head, bytes)
        }
    }

    /// Returns whether the entry meets the condition. Parts about the state, which an entry does not store, are
    /// ignored.
    private func holds(_ entry: Journal.Entry, _ head: RequestHead, _ bytes: Span<UInt8>) -> Bool {
        guard let condition else { return true }
        let body = ObservedBody(entry.body.kept, type: entry.headers["Content-Type"])
        let context = Scenario.Condition.MatchContext(body: body, segments: segments, isReused: entry.exchange > 0)
        return !condition.evaluate(for: head, in: bytes, context).isFailure
    }
}
