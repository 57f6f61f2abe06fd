extension Sequence {
    /// Groups the elements by a key; the keys are in the order of their first occurrence.
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

    /// Returns the elements sorted; elements of equal order keep their relative positions.
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
