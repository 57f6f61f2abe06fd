/// Whole paths by one hash, for scenarios without placeholders, as every recording is:
/// one probe instead of one a segment.
struct LiteralPaths: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64 = 0
        var node: Int32 = -1
        var start: Int32 = 0
        var count: Int32 = 0
    }

    private var slots: [Slot]
    private var texts: [UInt8] = []

    /// - Parameter paths: normalised, each with the node at which it ends.
    init(_ paths: [(text: [UInt8], node: Int32)]) {
        var size = 16
        while size < paths.count * 2 { size *= 2 }
        slots = [Slot](repeating: Slot(), count: size)
        for path in paths {
            let hash = PathTrie.finish(StableHash.of(path.text))
            var index = Int(truncatingIfNeeded: hash) & (size - 1)
            while slots[index].node >= 0 { index = (index + 1) & (size - 1) }
            slots[index] = Slot(
                hash: hash,
                node: path.node,
                start: Int32(texts.count),
                count: Int32(path.text.count)
            )
            texts += path.text
        }
    }

    /// The node of a path, -1 if there is none, nil if the path has to be normalised first.
    func node(_ bytes: Span<UInt8>, _ path: RequestHead.Slice) -> Int32? {
        var hash = StableHash.basis
        for index in path.range {
            let byte = bytes[index]
            if PercentEncoding.needsWork(byte) { return nil }
            hash = StableHash.step(hash, byte)
        }
        hash = PathTrie.finish(hash)
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while slots[index].node >= 0 {
            let slot = slots[index]
            if slot.hash == hash, isText(slot, bytes, path) { return slot.node }
            index = (index + 1) & mask
        }
        return -1
    }

    private func isText(_ slot: Slot, _ bytes: Span<UInt8>, _ path: RequestHead.Slice) -> Bool {
        guard Int(slot.count) == path.count else { return false }
        let (start, other) = (Int(path.start), Int(slot.start))
        for offset in 0..<path.count where bytes[start &+ offset] != texts[other &+ offset] { return false }
        return true
    }
}
