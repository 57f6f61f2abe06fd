/// The members of finished mappings.
extension YAMLTree {
    /// The indices of the entries of a member.
    private struct Member {
        var name: Int
        var value: Int
        /// The index after the value and its descendants.
        var end: Int
    }

    /// The largest number of names that are compared with each other.
    private static let comparedNames = 8

    /// Checks that the names of a mapping differ, and replaces a merge key by the members of its value.
    mutating func finishMapping(_ index: Int) throws(JSONSyntaxError) {
        let members = members(of: index, end: entries.count)
        if let repeated = repeatedName(of: members) {
            let name = withBytes(slices[repeated]) { String(decoding: $0, as: UTF8.self) }
            throw error(
                Int(entries[repeated].start),
                "found the key \(name.quoted) twice in a mapping",
                fix: "remove one of the keys"
            )
        }
        guard let keyIndex = members.firstIndex(where: { entries[$0.name].hasEscapes }) else { return }
        let key = members[keyIndex]
        movedNodes += entries.count - key.end
        guard movedNodes <= limits.movedNodes else {
            throw error(
                Int(entries[key.name].start),
                "the merge keys up to this one are before \(movedNodes) names and values of their mappings",
                fix: "the limit is \(limits.movedNodes); write merge keys at the end of their mappings"
            )
        }
        let merged = merging(members, keyIndex, try sources(of: key.value))
        entries.replaceSubrange(key.name..., with: merged.entries)
        slices.replaceSubrange(key.name..., with: merged.slices)
        anchors.move(from: key.name, merged.shift)
    }

    /// Returns the members of a mapping.
    private func members(of index: Int, end: Int) -> [Member] {
        var members: [Member] = []
        var name = index + 1
        while name + 1 < end {
            let next = Int(entries[name + 1].next)
            members.append(Member(name: name, value: name + 1, end: next))
            name = next
        }
        return members
    }

    /// Returns the index of the first name that repeats an earlier one; nil if all differ.
    private func repeatedName(of members: [Member]) -> Int? {
        decoded.withUnsafeBufferPointer { decoded in
            var names = YAMLNames(source: source, decoded: decoded)
            if members.count <= Self.comparedNames {
                let repeated = members.indices.first { index in
                    members[..<index].contains { names.areEqual(slices[$0.name], slices[members[index].name]) }
                }
                return repeated.map { members[$0].name }
            }
            names.reserveCapacity(members.count)
            return members.first { !names.insert(slices[$0.name]) }?.name
        }
    }

    /// Returns the indices of the mappings that a merge key refers to.
    private func sources(of value: Int) throws(JSONSyntaxError) -> [Int] {
        var sources: [Int] = []
        var index = entries[value].kind == .array ? value + 1 : value
        while index < Int(entries[value].next) {
            guard entries[index].kind == .object else {
                throw error(
                    Int(entries[index].start),
                    "found a value that is not a mapping where the merge key \"<<\" needs one",
                    fix: "write an alias of a mapping or a sequence of these, or quote the key"
                )
            }
            sources.append(index)
            index = Int(entries[index].next)
        }
        return sources
    }

    /// The entries that replace those from a merge key to the end of its mapping.
    private struct Merged {
        var entries: [JSONDocument.Entry] = []
        var slices: [YAMLSlice] = []
        /// The entries that were kept, with the change of their indices.
        var kept: Range<Int>
        var shift: Int

        /// Returns the change of the index of an entry; nil if the entry was removed.
        func shift(_ index: Int) -> Int? { kept.contains(index) ? shift : nil }
    }

    /// Returns the members of a mapping from its merge key on, with the key replaced by the members of other mappings.
    ///
    /// The members of the mapping itself have precedence, and then those of the first mappings.
    private func merging(_ members: [Member], _ keyIndex: Int, _ sources: [Int]) -> Merged {
        let key = members[keyIndex]
        let others = sources.map { self.members(of: $0, end: Int(entries[$0].next)) }
        var merged = Merged(kept: key.end..<entries.count, shift: 0)
        func append(_ range: Range<Int>, shift: Int) {
            for var entry in entries[range] {
                entry.next = UInt32(truncatingIfNeeded: Int(entry.next) + shift)
                merged.entries.append(entry)
            }
            merged.slices += slices[range]
        }
        decoded.withUnsafeBufferPointer { decoded in
            var names = YAMLNames(source: source, decoded: decoded)
            names.reserveCapacity(others.reduce(members.count) { $0 + $1.count })
            for member in members where member.name != key.name { _ = names.insert(slices[member.name]) }
            for other in others.joined() where names.insert(slices[other.name]) {
                append(other.name..<other.end, shift: key.name + merged.entries.count - other.name)
            }
        }
        merged.shift = key.name + merged.entries.count - key.end
        append(merged.kept, shift: merged.shift)
        return merged
    }
}

/// A set of names of a document.
private struct YAMLNames {
    private let source: UnsafeBufferPointer<UInt8>
    private let decoded: UnsafeBufferPointer<UInt8>
    /// A hash table with linear probing; at most half of its slots are occupied.
    private var table: [YAMLSlice?] = []

    init(source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) {
        (self.source, self.decoded) = (source, decoded)
    }

    /// Makes an empty set for a number of names.
    mutating func reserveCapacity(_ count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        table = Array(repeating: nil, count: size)
    }

    /// Adds a name.
    ///
    /// - Returns: false if the set has the name already.
    mutating func insert(_ name: YAMLSlice) -> Bool {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes(name)))
        var slot = hasher.finalize() & (table.count - 1)
        while let other = table[slot] {
            if areEqual(name, other) { return false }
            slot = (slot + 1) & (table.count - 1)
        }
        table[slot] = name
        return true
    }

    func areEqual(_ name: YAMLSlice, _ other: YAMLSlice) -> Bool {
        name.count == other.count && bytes(name).elementsEqual(bytes(other))
    }

    private func bytes(_ name: YAMLSlice) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: (name.isDecoded ? decoded : source)[name.range])
    }
}
