/// A hash table of the whole paths of a scenario that have no placeholders.
package struct LiteralPaths: Sendable {
    /// A slot of the table. It is small, so that a large table stays in the caches of the processor.
    private struct Slot: Sendable {
        /// The upper half of the hash.
        var tag: UInt32 = 0
        /// The offset of the path's entry in `entries`; -1 for an unused slot.
        var entry: Int32 = -1
    }

    /// The node, the endpoint and the length of an entry. The text follows it.
    private struct EntryHead {
        let node: Int32
        /// The endpoint that answers GET in every state by the same reply; -1 if matching has to find the endpoint.
        let endpoint: Int32
        let count: Int32
    }

    private var slots: [Slot]
    /// The entries of all paths, one after the other. Each is a head and a text, which one access to memory reads.
    private var entries: [UInt8] = []
    /// Whether the scenario has no other paths, so that a path that is not in the table matches none.
    let isComplete: Bool

    /// A path of the table.
    struct Path {
        /// The normalized path.
        let text: [UInt8]
        /// The node of the trie at which the path ends.
        let node: Int32
        /// The endpoint that answers every GET request whose fields select no other reply; -1 for none.
        let endpoint: Int32
    }

    init(_ paths: [Path], isComplete: Bool) {
        self.isComplete = isComplete
        var size = 16
        while size < paths.count * 2 { size *= 2 }
        slots = [Slot](repeating: Slot(), count: size)
        for path in paths {
            let hash = PathBytes.hash(path.text)
            var index = Int(truncatingIfNeeded: hash) & (size - 1)
            while slots[index].entry >= 0 { index = (index + 1) & (size - 1) }
            slots[index] = Slot(tag: Self.tag(hash), entry: Int32(entries.count))
            let endpoint = Self.isUnambiguous(path.text) ? path.endpoint : -1
            let head = EntryHead(node: path.node, endpoint: endpoint, count: Int32(path.text.count))
            withUnsafeBytes(of: head) { entries += $0 }
            entries += path.text
        }
    }

    /// Returns the node of a path, -1 if there is none, or nil if the path needs normalization first.
    func node(_ bytes: Span<UInt8>, _ path: RequestHead.Slice) -> Int32? {
        // A path that equals a normalized path needs no normalization.
        if let found = find(bytes, path) { return found.node }
        return PathBytes.needNormalization(bytes, path) ? nil : -1
    }

    /// Returns the endpoint that answers every GET request for a path whose fields select no other reply; -1 for none.
    ///
    /// - Parameter path: the received bytes of the path. They need not be valid: an endpoint is returned only for the
    ///   bytes of a valid path that selects no session.
    package func endpointForGet(_ path: UnsafeRawBufferPointer) -> Int {
        let bytes = path.bindMemory(to: UInt8.self).span
        return find(bytes, RequestHead.Slice(0, bytes.count)).map { Int($0.endpoint) } ?? -1
    }

    /// Returns the entry of a normalized path; nil if the table has none.
    @inline(__always)
    private func find(_ bytes: Span<UInt8>, _ path: RequestHead.Slice) -> EntryHead? {
        let hash = PathBytes.hash(bytes, path)
        return slots.withUnsafeBufferPointer { slots in
            let mask = slots.count &- 1
            var index = Int(truncatingIfNeeded: hash) & mask
            while slots[index].entry >= 0 {
                let slot = slots[index]
                if slot.tag == Self.tag(hash), let found = entry(Int(slot.entry), if: bytes, path) { return found }
                index = (index &+ 1) & mask
            }
            return nil
        }
    }

    /// Returns the entry at an offset if its text equals a path.
    @inline(__always)
    private func entry(_ offset: Int, if bytes: Span<UInt8>, _ path: RequestHead.Slice) -> EntryHead? {
        let head = entries.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: EntryHead.self) }
        guard Int(head.count) == path.count,
            PathBytes.equals(bytes, path, entries, from: offset &+ MemoryLayout<EntryHead>.size)
        else { return nil }
        return head
    }

    private static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

    /// Returns whether the parser accepts a path as it is, and the path cannot select a session on a shared port.
    private static func isUnambiguous(_ path: [UInt8]) -> Bool {
        !path.starts(with: "/~".utf8) && path.allSatisfy { ByteClass.isPath($0) || $0 == UInt8(ascii: "%") }
    }
}

/// The hashing and comparison of the bytes of a path or a segment, eight bytes at a time.
enum PathBytes {
    /// Returns a hash that must not be stored, because it depends on the byte order of the machine.
    @inline(__always)
    static func hash(_ bytes: Span<UInt8>, _ part: RequestHead.Slice, from seed: UInt64 = 0) -> UInt64 {
        let raw = bytes.bytes
        let end = Int(part.end)
        var offset = Int(part.start)
        var hash = mixed(seed, UInt64(truncatingIfNeeded: part.count))
        while offset &+ 8 <= end {
            hash = mixed(hash, raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        if part.count >= 8 {
            // The last word may repeat bytes of the one before.
            return mixed(hash, raw.unsafeLoadUnaligned(fromByteOffset: end &- 8, as: UInt64.self))
        }
        var rest: UInt64 = 0
        while offset < end {
            rest = rest << 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        return mixed(hash, rest)
    }

    static func hash(_ bytes: [UInt8], from seed: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBufferPointer { hash($0.span, RequestHead.Slice(0, bytes.count), from: seed) }
    }

    /// Returns whether a part of a head equals the bytes of a text from an index.
    @inline(__always)
    static func equals(_ bytes: Span<UInt8>, _ part: RequestHead.Slice, _ text: [UInt8], from start: Int) -> Bool {
        text.withUnsafeBytes { text in
            let (raw, first, count) = (bytes.bytes, Int(part.start), part.count)
            var offset = 0
            guard count < 8 else {
                while offset < count {
                    // The last word may repeat bytes of the one before.
                    offset = Swift.min(offset, count &- 8)
                    let word = raw.unsafeLoadUnaligned(fromByteOffset: first &+ offset, as: UInt64.self)
                    guard word == text.loadUnaligned(fromByteOffset: start &+ offset, as: UInt64.self) else {
                        return false
                    }
                    offset &+= 8
                }
                return true
            }
            while offset < count {
                guard bytes[first &+ offset] == text[start &+ offset] else { return false }
                offset &+= 1
            }
            return true
        }
    }

    /// Returns whether a part of a head has a byte that requires normalization.
    @inline(__always)
    static func needNormalization(_ bytes: Span<UInt8>, _ part: RequestHead.Slice) -> Bool {
        let (raw, end) = (bytes.bytes, Int(part.end))
        var offset = Int(part.start)
        while offset &+ 8 <= end {
            let word = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if has("%", word) || has("*", word) || has("{", word) || has("}", word) { return true }
            offset &+= 8
        }
        while offset < end {
            if PercentEncoding.needsNormalization(bytes[offset]) { return true }
            offset &+= 1
        }
        return false
    }

    /// Returns whether one of the eight bytes of a word is an ASCII character.
    @inline(__always)
    private static func has(_ character: Unicode.Scalar, _ word: UInt64) -> Bool {
        let difference = word ^ UInt64(character.value) &* 0x0101_0101_0101_0101
        // The byte whose difference is zero is the lowest one that borrows without its high bit set.
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 32)
    }
}
