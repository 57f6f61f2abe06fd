extension Sequence {
    /// Returns the elements grouped by a key. The groups are in the order in which their keys first occur.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var indices: [Key: Int] = [:]
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if let index = indices[key] {
                groups[index].elements.append(element)
            } else {
                indices[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }

    /// Returns the elements, sorted. Elements that compare as equal keep their relative order.
    package func sortedStably(by areInOrder: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted { first, second in
            areInOrder(first.element, second.element)
                || !areInOrder(second.element, first.element) && first.offset < second.offset
        }.map(\.element)
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements, in the order of their first occurrence.
    package var unique: [Element] { grouped(by: \.self).map(\.key) }
}
