/// A query made ready to be asked of many requests.
package struct CompiledQuery: Sendable {
    private let method: [UInt8]?
    private let condition: Scenario.Condition?
    private let paths: PathTrie

    package init(_ query: Journal.Query) throws(Scenario.PathPattern.Malformed) {
        method = query.method == .any ? nil : Array(query.method.rawValue.utf8)
        condition = query.condition
        var paths = PathTrie()
        paths.insert(0, at: try query.path.segments())
        paths.finish()
        self.paths = paths
    }

    /// The entries that it finds, in their order.
    func select(from entries: [Journal.Entry]) -> [Journal.Entry] {
        var nodes: [Int32] = []
        return entries.filter { finds($0, &nodes) }
    }

    /// Whether it finds this one.
    package func finds(_ entry: Journal.Entry) -> Bool {
        var nodes: [Int32] = []
        return finds(entry, &nodes)
    }

    private func finds(_ entry: Journal.Entry, _ nodes: inout [Int32]) -> Bool {
        let head = RawHead(entry.rawHead).head
        let bytes = entry.rawHead.span
        if let method, !bytes.equals(head.method, method) { return false }
        nodes.removeAll(keepingCapacity: true)
        paths.match(bytes, head.path, into: &nodes)
        guard !nodes.isEmpty else { return false }
        return condition?.holds(for: head, in: bytes) ?? true
    }
}
