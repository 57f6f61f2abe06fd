/// An element of a document in XML, as far as its shape goes.
struct DocumentElement: Sendable, Hashable {
    /// Without the prefix that a document has for a namespace, which is its own choice; so are those of attributes.
    var name: String
    var attributes: [Attribute] = []
    var children: [DocumentElement] = []
    /// What stands in it beside its children, with its entities decoded.
    var text: [UInt8] = []

    struct Attribute: Sendable, Hashable {
        var name: String
        var value: [UInt8]
    }

    init(_ name: String) { self.name = name }

    /// The children by their names, in the order in which the names are first there.
    var groups: [[DocumentElement]] {
        var places: [String: Int] = [:]
        var groups: [[DocumentElement]] = []
        for child in children {
            if let place = places[child.name] {
                groups[place].append(child)
            } else {
                places[child.name] = groups.count
                groups.append([child])
            }
        }
        return groups
    }
}
