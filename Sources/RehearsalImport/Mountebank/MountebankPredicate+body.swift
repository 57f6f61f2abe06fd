import Rehearsal

extension MountebankPredicate {
    /// What the body must be: a text, a document, or values in one.
    func body(_ value: ImportValue) -> Scenario.Condition? {
        if let selector { return selected(selector, value) }
        let isDocument = value.node.kind == .object || value.node.kind == .array
        if isDocument, isNegated {
            let problem =
                "in a \"not\", mountebank finds values in lists and names in any case, which no condition does"
            return value.refuse(problem)
        }
        if isDocument {
            return name == .deepEquals ? whole(value) : places(value, MountebankPlace())
        }
        if name == .exists {
            return value.bool().map { ImportSubject.body.condition($0 ? .not(.equals("")) : .equals("")) }
        }
        return self.value(value).map { ImportSubject.body.condition($0) }
    }

    /// A document with these members and elements and no others.
    private func whole(_ value: ImportValue) -> Scenario.Condition {
        differences.add(.texts, at: value)
        let document = value.node.value
        let equality = JSONEquality(ignoresOrder: true, ignoresExtra: false)
        if document.holdsSeveralElements, let path = try? equality.path(for: document) {
            return Scenario.Condition(body: [.path(path)])
        }
        return Scenario.Condition(body: [.json(document)])
    }

    /// Each value of a document, at its place.
    private func places(_ value: ImportValue, _ place: MountebankPlace) -> Scenario.Condition? {
        guard place.tokens.count < 64 else { return value.refuse("the document nests too deep") }
        if confusesNames(of: value) { return nil }
        differences.add(.lists, at: value)
        // A list at the root is compared element by element, a list in a member in any order.
        let isList = value.node.kind == .array
        let values = isList ? value.elements : value.members.map(\.value)
        let names = isList ? values.indices.map(String.init) : value.members.map(\.name)
        if !isList, names.contains(where: { !isExact($0) }) { differences.add(.names, at: value) }
        return .all(of: zip(names, values)) { name, value in
            let place = place.child(name, isElement: isList)
            return switch value.node.kind {
            case .object: places(value, place)
            case .array: elements(value, place)
            default: scalar(value, place)
            }
        }
    }

    /// A list in which each of these elements is.
    private func elements(_ value: ImportValue, _ place: MountebankPlace) -> Scenario.Condition? {
        let isPlain = name == .equals && !value.node.elements.contains { $0.kind == .array }
        guard isPlain, place.isNamed else { return value.refuse("no condition asks this of a list") }
        differences.add(.texts, at: value)
        var document = value.node.value
        for token in place.tokens.reversed() { document = .object([JSON.Member(token, document)]) }
        return Scenario.Condition(body: [.contains(document)])
    }

    /// A value that is neither object nor list.
    private func scalar(_ value: ImportValue, _ place: MountebankPlace) -> Scenario.Condition? {
        let subject = ImportSubject.place(JSON.Pointer(tokens: place.tokens))
        switch name {
        case .exists:
            if value.bool() == true { return subject.condition(.notEmpty) }
            let problem = "mountebank looks for this in lists and in any case, and no condition asks for its absence"
            return value.refuse(problem)
        case .equals, .deepEquals:
            guard let text = text(value) else { return nil }
            if ["[", "{"].contains(text.first) || text.lowercased() == "null" {
                return value.refuse("this text cannot be told from a document or from null")
            }
            return self.value(value).map { subject.condition($0) }
        case .contains, .startsWith, .endsWith, .matches:
            return filter(value).flatMap { value.condition(finding: "$[?\($0(place.path))]") }
        }
    }

    /// What a path selects in the body.
    private func selected(_ selector: String, _ value: ImportValue) -> Scenario.Condition? {
        // The library of mountebank evaluates filters as JavaScript, and knows no index from the end.
        guard !selector.contains("?"), !selector.contains("[-") else {
            return value.refuse("the path \(selector.quoted) selects other values in mountebank")
        }
        if name == .exists { return existence(selector, value) }
        guard value.scalar != nil, !isNegated else {
            let problem = "of what the path \(selector.quoted) selects, no condition asks this as mountebank does"
            return value.refuse(problem)
        }
        if !isExact(selector) { differences.add(.names, at: value) }
        if let pointer = JSONPathTranslation.pointer(selector), !pointer.text.isEmpty {
            if name != .deepEquals { differences.add(.lists, at: value) }
            var place = MountebankPlace()
            // An index of an array is a name of an object too, for mountebank and for a pointer.
            for token in pointer.tokens {
                place = place.child(token, isElement: token.utf8.allSatisfy(\.isDigit))
            }
            return scalar(value, place)
        }
        guard name != .deepEquals, let filter = filter(value),
            let path = JSONPathTranslation.path(to: selector, where: filter)
        else {
            return value.refuse("of what the path \(selector.quoted) selects, this cannot be asked for")
        }
        return value.condition(finding: path)
    }

    /// Whether a path selects something that is not an empty text.
    private func existence(_ selector: String, _ value: ImportValue) -> Scenario.Condition? {
        guard let isThere = value.bool() else { return nil }
        let isWhole = isThere == isNegated
        if !isExact(selector) {
            if isWhole {
                let instead = "the stub is left out; set \"caseSensitive\" to true"
                return value.refuse("names are looked for whatever their case, which no path does", instead: instead)
            }
            differences.add(.names, at: value)
        }
        if let pointer = JSONPathTranslation.pointer(selector), !pointer.text.isEmpty {
            let found = ImportSubject.place(pointer).condition(.notEmpty)
            return isThere ? found : Scenario.Condition(not: [found])
        }
        let path = JSONPathTranslation.path(to: selector) { "\($0) && \($0) != ''" }
        guard !isNegated, let path else {
            return value.refuse("of the values that \(selector.quoted) selects, an empty one cannot be told from none")
        }
        let found = value.condition(finding: path)
        return isThere ? found : found.map { Scenario.Condition(not: [$0]) }
    }
}

/// A place in a document, as a pointer and as a path name it.
private struct MountebankPlace {
    var tokens: [String] = []
    /// As a filter names it.
    var path = "$"
    /// Whether only names lead there, and no index.
    var isNamed = true

    func child(_ name: String, isElement: Bool) -> MountebankPlace {
        let step = isElement ? "[\(name)]" : JaywayPath.Segment.text(ofName: name)
        return MountebankPlace(tokens: tokens + [name], path: path + step, isNamed: isNamed && !isElement)
    }
}
