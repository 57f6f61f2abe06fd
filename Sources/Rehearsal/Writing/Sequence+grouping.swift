extension Sequence {
    /// The elements by a key: each key once, in the order in which it first occurs.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var places: [Key: Int] = [:]
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if let place = places[key] {
                groups[place].elements.append(element)
            } else {
                places[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }

    /// The elements in order; those of which none comes before the other stay as they are.
    package func sortedStably(by areInOrder: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted { first, second in
            areInOrder(first.element, second.element)
                || !areInOrder(second.element, first.element) && first.offset < second.offset
        }.map(\.element)
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order in which it first occurs.
    package var unique: [Element] { grouped(by: \.self).map(\.key) }
}
