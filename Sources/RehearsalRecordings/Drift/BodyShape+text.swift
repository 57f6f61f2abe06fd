import Rehearsal

/// Documents whose values are all text: XML and CSV.
extension BodyShape {
    /// Deeper than this nothing is kept of a document in the first place.
    mutating func take(_ root: DocumentElement) {
        let place = DriftPlace.root.appending(DriftPlace.member(root.name))
        see(.root, below: nil) { $0.note(.object([])) }
        see(place, below: .root) { $0.owners += 1 }
        take(root, at: place, below: .root)
    }

    private mutating func take(_ element: DocumentElement, at place: DriftPlace, below owner: DriftPlace) {
        let isMany = places[place]?.isMany ?? false
        see(place, below: owner) { facts in
            if element.children.isEmpty { facts.note(element.text) } else { facts.note(.object([])) }
        }
        for attribute in element.attributes {
            see(place.appending(DriftPlace.member("@\(attribute.name)")), below: place) { facts in
                (facts.isAttribute, facts.isMany) = (true, isMany)
                facts.owners += 1
                facts.note(attribute.value)
            }
        }
        for group in element.groups {
            let child = place.appending(DriftPlace.member(group[0].name))
            see(child, below: place) { facts in
                facts.isElement = child.steps.last == .entry
                facts.repeats = facts.repeats || group.count > 1
                facts.isMany = facts.isMany || isMany || facts.repeats
                facts.owners += 1
            }
            for element in group { take(element, at: child, below: place) }
        }
    }

    /// Each column is one place, with all that stands in it.
    mutating func take(_ table: NamedColumns) {
        see(.root, below: nil) { $0.note(.object([])) }
        let places = table.names.map { DriftPlace.root.appending(DriftPlace.member($0)) }
        for place in places {
            see(place, below: .root) { facts in
                facts.isMany = true
                facts.owners += 1
            }
        }
        for row in table.rows {
            for (place, cell) in zip(places, row) { see(place, below: .root) { $0.note(Array(cell)) } }
        }
    }
}

extension BodyShape.Facts {
    /// Notes what stands in an element, an attribute or a cell; what is empty may be anything, or an empty list.
    fileprivate mutating func note(_ bytes: [UInt8]) {
        let text = bytes.trimmedText
        switch text.lowercased() {
        case "": count += 1
        case "true", "false": note(.bool(true))
        default: note(.string(text))
        }
    }
}
