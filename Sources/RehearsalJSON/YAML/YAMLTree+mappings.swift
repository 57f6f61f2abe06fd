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
        guard let key = members.first(where: { entries[$0.name].hasEscapes }) else { return }
        let merged = merging(members, key, try sources(of: key.value))
        entries.replaceSubrange((index + 1)..., with: merged.entries)
        slices.replaceSubrange((index + 1)..., with: merged.slices)
        anchors.move(from: index + 1, merged.shift)
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

    /// The entries of a mapping after a merge.
    private struct Merged {
        var entries: [JSONDocument.Entry] = []
        var slices: [YAMLSlice] = []
        /// The ranges of entries that were kept, in order, with the changes of their indices.
        var moves: [(range: Range<Int>, shift: Int)] = []

        /// Returns the change of the index of an entry; nil if the entry was removed.
        func shift(_ index: Int) -> Int? {
            var (low, high) = (0, moves.count)
            while low < high {
                let middle = (low + high) / 2
                if moves[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
            }
            return low < moves.count && moves[low].range.contains(index) ? moves[low].shift : nil
        }
    }

    /// Returns the members of a mapping with its merge key replaced by the members of other mappings.
    ///
    /// The members of the mapping itself have precedence, and then those of the first mappings.
    private func merging(_ members: [Member], _ key: Member, _ sources: [Int]) -> Merged {
        let others = sources.map { self.members(of: $0, end: Int(entries[$0].next)) }
        return decoded.withUnsafeBufferPointer { decoded in
            var names = YAMLNames(source: source, decoded: decoded)
            names.reserveCapacity(others.reduce(members.count) { $0 + $1.count })
            for member in members where member.name != key.name { _ = names.insert(slices[member.name]) }
            var merged = Merged()
            func append(_ member: Member) -> Int {
                let shift = members[0].name + merged.entries.count - member.name
                for var entry in entries[member.name..<member.end] {
                    entry.next = UInt32(truncatingIfNeeded: Int(entry.next) + shift)
                    merged.entries.append(entry)
                }
                merged.slices += slices[member.name..<member.end]
                return shift
            }
            for member in members {
                guard member.name == key.name else {
                    merged.moves.append((member.name..<member.end, append(member)))
                    continue
                }
                for other in others.joined() where names.insert(slices[other.name]) { _ = append(other) }
            }
            return merged
        }
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
