import Rehearsal

extension MountebankPredicate {
    /// Returns the condition on the body: on its text, on the JSON document, or on values in the document.
    func body(_ value: ImportValue) -> Scenario.Condition? {
        if let selector { return selected(selector, value) }
        let isDocument = value.node.kind == .object || value.node.kind == .array
        if isDocument, isNegated {
            let problem =
                "in a \"not\", mountebank searches lists and ignores the case of names, which no condition can do"
            return value.refuse(problem)
        }
        if isDocument {
            return name == .deepEquals ? wholeDocument(value) : valuesAtPaths(value, MountebankLocation())
        }
        if name == .exists {
            return value.bool().map { MatchTarget.body.condition($0 ? .not(.equals("")) : .equals("")) }
        }
        return self.value(value).map { MatchTarget.body.condition($0) }
    }

    /// Returns the condition that the body equals a JSON document.
    private func wholeDocument(_ value: ImportValue) -> Scenario.Condition {
        differences.add(.texts, at: value)
        let document = value.node.value
        let equality = JSONEquality(ignoresOrder: true, ignoresExtra: false)
        if document.containsArrayOfSeveralElements, let path = try? equality.path(for: document) {
            return Scenario.Condition(body: [.path(path)])
        }
        return Scenario.Condition(body: [.json(document)])
    }

    /// Returns the condition that the body has each value of a document at the same location.
    private func valuesAtPaths(_ value: ImportValue, _ position: MountebankLocation) -> Scenario.Condition? {
        guard position.tokens.count < 64 else { return value.refuse("the document nests deeper than 64 levels") }
        if refusesDuplicateNames(of: value) { return nil }
        differences.add(.lists, at: value)
        // mountebank compares a root list by index, and a list in a member in any order.
        let isList = value.node.kind == .array
        let values = isList ? value.elements : value.members.map(\.value)
        let names = isList ? values.indices.map(String.init) : value.members.map(\.name)
        if !isList, names.contains(where: { !isExact($0) }) { differences.add(.names, at: value) }
        return .all(of: zip(names, values)) { name, value in
            let position = position.child(name, isElement: isList)
            return switch value.node.kind {
            case .object: valuesAtPaths(value, position)
            case .array: elements(value, position)
            default: scalar(value, position)
            }
        }
    }

    /// Returns the condition that a list contains each of these elements.
    private func elements(_ value: ImportValue, _ position: MountebankLocation) -> Scenario.Condition? {
        let isPlain = name == .equals && !value.node.elements.contains { $0.kind == .array }
        guard isPlain, position.isNamed else {
            return value.refuse("no condition supports the operator \(name.rawValue.quoted) on this list")
        }
        differences.add(.texts, at: value)
        var document = value.node.value
        for token in position.tokens.reversed() { document = .object([JSON.Member(token, document)]) }
        return Scenario.Condition(body: [.contains(document)])
    }

    /// Returns the condition on a value that is neither an object nor a list.
    private func scalar(_ value: ImportValue, _ position: MountebankLocation) -> Scenario.Condition? {
        let subject = MatchTarget.bodyPointer(JSON.Pointer(tokens: position.tokens))
        switch name {
        case .exists:
            if value.bool() == true { return subject.condition(.notEmpty) }
            let problem =
                "mountebank searches lists and ignores case, so no condition can express that the value is absent"
            return value.refuse(problem)
        case .equals, .deepEquals:
            guard let text = text(value) else { return nil }
            if ["[", "{"].contains(text.first) || text.lowercased() == "null" {
                return value.refuse("this text cannot be distinguished from a document or from null")
            }
            return self.value(value).map { subject.condition($0) }
        case .contains, .startsWith, .endsWith, .matches:
            return filter(value).flatMap { value.condition(finding: "$[?\($0(position.path))]") }
        }
    }

    /// Returns the condition on the values that a path selects.
    private func selected(_ selector: String, _ value: ImportValue) -> Scenario.Condition? {
        // mountebank's library evaluates filters as JavaScript, and supports no negative index.
        guard !selector.contains("?"), !selector.contains("[-") else {
            return value.refuse("the path \(selector.quoted) selects other values in mountebank")
        }
        if name == .exists { return existence(selector, value) }
        guard value.scalar != nil, !isNegated else {
            let problem = "the values that \(selector.quoted) selects cannot be compared as in mountebank"
            return value.refuse(problem)
        }
        if !isExact(selector) { differences.add(.names, at: value) }
        if let pointer = JSONPathTranslation.pointer(selector), !pointer.text.isEmpty {
            if name != .deepEquals { differences.add(.lists, at: value) }
            var position = MountebankLocation()
            // In mountebank and in a JSON Pointer a number can be an index or the name of a member.
            for token in pointer.tokens {
                position = position.child(token, isElement: token.utf8.allSatisfy(\.isDigit))
            }
            return scalar(value, position)
        }
        guard name != .deepEquals, let filter = filter(value),
            let path = JSONPathTranslation.path(to: selector, where: filter)
        else {
            return value.refuse(
                "no condition supports the operator \(name.rawValue.quoted) on the values that \(selector.quoted) selects"
            )
        }
        return value.condition(finding: path)
    }

    /// Returns the condition that a path selects a value that is not empty.
    private func existence(_ selector: String, _ value: ImportValue) -> Scenario.Condition? {
        guard let mustExist = value.bool() else { return nil }
        let needsEveryCase = mustExist == isNegated
        if !isExact(selector) {
            if needsEveryCase {
                let instead = "the stub is left out; set \"caseSensitive\" to true"
                return value.refuse("mountebank ignores the case of names, which a path cannot do", instead: instead)
            }
            differences.add(.names, at: value)
        }
        if let pointer = JSONPathTranslation.pointer(selector), !pointer.text.isEmpty {
            let found = MatchTarget.bodyPointer(pointer).condition(.notEmpty)
            return mustExist ? found : Scenario.Condition(not: [found])
        }
        let path = JSONPathTranslation.path(to: selector) { "\($0) && \($0) != ''" }
        guard !isNegated, let path else {
            return value.refuse(
                "an empty value that \(selector.quoted) selects cannot be distinguished from a missing one"
            )
        }
        let found = value.condition(finding: path)
        return mustExist ? found : found.map { Scenario.Condition(not: [$0]) }
    }
}

/// A location in a JSON document, as a JSON Pointer and as a JSONPath.
private struct MountebankLocation {
    /// The tokens of the JSON Pointer.
    var tokens: [String] = []
    /// The location as a JSONPath in a filter.
    var path = "$"
    /// Whether the location contains no index.
    var isNamed = true

    func child(_ name: String, isElement: Bool) -> MountebankLocation {
        let step = isElement ? "[\(name)]" : JaywayPath.Segment.text(ofName: name)
        return MountebankLocation(tokens: tokens + [name], path: path + step, isNamed: isNamed && !isElement)
    }
}
