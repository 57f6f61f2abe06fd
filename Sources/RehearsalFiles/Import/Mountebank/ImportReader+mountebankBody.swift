import Rehearsal

extension ImportReader {
    /// What the body must be: a text, a document, or values in one.
    mutating func body(_ predicate: MountebankPredicate, _ value: ImportValue) -> Scenario.Condition? {
        if let selector = predicate.selector { return selected(predicate, selector, value) }
        switch value.node.kind {
        case .object where predicate.name == "deepEquals", .array where predicate.name == "deepEquals":
            return Scenario.Condition(body: [.json(value.node.value)])
        case .object: return places(predicate, value, [], depth: 0)
        case .array:
            guard predicate.name == "equals" || predicate.name == "contains" else { break }
            return Scenario.Condition(body: [.contains(value.node.value)])
        default:
            if predicate.name == "exists" {
                guard let isThere = bool(value) else { return nil }
                return ImportSubject.body.condition(isThere ? .not(.equals("")) : .equals(""))
            }
            return predicate.value(value, &self).map { ImportSubject.body.condition($0) }
        }
        refuse(value, "no condition asks this of a list")
        return nil
    }

    /// Each value of an object, at its place in the document.
    private mutating func places(
        _ predicate: MountebankPredicate,
        _ value: ImportValue,
        _ tokens: [String],
        depth: Int,
    ) -> Scenario.Condition? {
        guard depth < 64 else {
            refuse(value, "the document nests too deep")
            return nil
        }
        var condition = Scenario.Condition()
        for member in value.members {
            let place = tokens + [member.name]
            let part: Scenario.Condition?
            switch member.value.node.kind {
            case .object: part = places(predicate, member.value, place, depth: depth + 1)
            case .array:
                var document = member.value.node.value
                for token in place.reversed() { document = .object([JSON.Member(token, document)]) }
                part = Scenario.Condition(body: [.contains(document)])
            default:
                let asked = predicate.value(member.value, &self)
                part = asked.map { ImportSubject.place(JSON.Pointer(tokens: place)).condition($0) }
            }
            guard let part else { return nil }
            condition = condition.and(part)
        }
        return condition
    }

    /// What a path selects in the body.
    private mutating func selected(
        _ predicate: MountebankPredicate,
        _ selector: String,
        _ value: ImportValue,
    ) -> Scenario.Condition? {
        if predicate.name == "exists" {
            guard let isThere = bool(value), let found = found(path: selector, at: value) else { return nil }
            return isThere ? found : Scenario.Condition(not: [found])
        }
        if let pointer = JSONPathTranslation.pointer(selector), value.node.kind != .array, value.node.kind != .object {
            return predicate.value(value, &self).map { ImportSubject.place(pointer).condition($0) }
        }
        guard let wanted = value.scalar, let test = predicate.test(wanted),
            let path = JSONPathTranslation.path(to: selector, where: test)
        else {
            refuse(value, "of what the path \(selector.quoted) selects, this cannot be asked for")
            return nil
        }
        return found(path: path, at: value)
    }

    /// A path that finds something; nil, and said, if it says nothing here.
    mutating func found(path: String, at value: ImportValue) -> Scenario.Condition? {
        do throws(JSONPathTranslation.Untranslatable) {
            return Scenario.Condition(body: [.path(try JSONPathTranslation.path(path))])
        } catch {
            refuse(value, "no path says the same: \(error.reason)")
            return nil
        }
    }
}
