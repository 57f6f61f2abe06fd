import Rehearsal
import RehearsalDocuments

/// Reads the predicates of a stub as conditions.
struct MountebankPredicates {
    /// The differences that the conditions have.
    var differences: MountebankDifferences

    private static let compounds = ["and", "or", "not", "inject"]

    /// A predicate; nil, and said, for what no condition says.
    ///
    /// - Parameters:
    ///   - taken: fields that the endpoint itself says.
    ///   - isNegated: whether the predicate stands in a `not`.
    mutating func condition(
        _ value: ImportValue,
        taken: [String] = [],
        isNegated: Bool = false,
        depth: Int = 0,
    ) -> Scenario.Condition? {
        guard depth < 24, let object = value.object() else {
            if depth >= 24 { value.refuse("predicates nest too deep") }
            return nil
        }
        defer { object.refuseRest() }
        object.ignore("comment")
        guard let name = value.mountebankOperator, let part = object[name] else {
            return value.refuse("no predicate that is known here")
        }
        for other in value.members where other.name != name && Self.isOperator(other.name) {
            object.ignore(other.name)
            other.value.differ("mountebank asks \(name.quoted) alone", instead: "it is left out")
        }
        let isCaseSensitive = object.bool("caseSensitive") ?? false
        let keys = object.bool("keyCaseSensitive")
        let path = object.object("jsonpath")
        let selector = path?.string("selector")
        path?.finish()
        guard !isForeign(object) else { return nil }
        guard let comparison = MountebankPredicate.Operator(rawValue: name) else {
            return compound(name, part, isNegated: isNegated, depth: depth)
        }
        if selector != nil, keys == true, !isCaseSensitive {
            value.refuse("mountebank finds nothing by a path whose letters matter in names whose letters do not")
        }
        let predicate = MountebankPredicate(
            name: comparison,
            selector: selector,
            isCaseSensitive: isCaseSensitive,
            areNamesCaseSensitive: isCaseSensitive && (comparison == .matches || keys ?? true),
            isNegated: isNegated
        )
        guard part.object() != nil else { return nil }
        return .all(of: part.members.filter { !taken.contains($0.name) }) { asked(predicate, $0.name, $0.value) }
    }

    fileprivate static func isOperator(_ name: String) -> Bool {
        compounds.contains(name) || MountebankPredicate.Operator(rawValue: name) != nil
    }

    /// Whether what decides is what no condition does, which is then said.
    private func isForeign(_ object: ImportObject) -> Bool {
        let known = [
            ("inject", "what decides is a program"), ("xpath", "XPath is not looked for"),
            ("except", "a part of the value cannot be taken out before it is compared"),
        ]
        for (name, problem) in known {
            guard let part = object[name], part.scalar?.isEmpty != true else { continue }
            part.refuse(problem)
            return true
        }
        return false
    }

    private mutating func compound(
        _ name: String,
        _ value: ImportValue,
        isNegated: Bool,
        depth: Int,
    ) -> Scenario.Condition? {
        if name == "not" {
            let inner = condition(value, isNegated: !isNegated, depth: depth + 1)
            return inner.map { Scenario.Condition(not: [$0]) }
        }
        var parts: [Scenario.Condition] = []
        for element in value.array() {
            let part = condition(element, isNegated: isNegated, depth: depth + 1)
            guard let part else { return nil }
            parts.append(part)
        }
        guard name == "or" else { return parts.reduce(Scenario.Condition()) { $0.and($1) } }
        if parts.isEmpty { value.refuse("one of no predicates never holds") }
        // One that asks for nothing takes every request.
        if parts.contains(where: \.asksNothing) { return Scenario.Condition() }
        return parts.count == 1 ? parts[0] : Scenario.Condition(any: parts)
    }

    /// What one field must be.
    private mutating func asked(
        _ predicate: MountebankPredicate,
        _ name: String,
        _ value: ImportValue
    ) -> Scenario.Condition? {
        switch name {
        case "body": return body(predicate, value)
        case _ where predicate.selector != nil: return value.refuse("a path is looked for in the body alone")
        case "path": return path(predicate, value)
        case "query", "headers", "form":
            if value.node.kind == .object { return fields(predicate, name, value) }
            if predicate.name == .exists { return part(name, value) }
        default: break
        }
        return value.refuse("no condition asks this of \(name.quoted)")
    }

    /// The path without the query, escapes included.
    private func path(_ predicate: MountebankPredicate, _ value: ImportValue) -> Scenario.Condition? {
        if predicate.name == .exists {
            if value.bool() == true { return Scenario.Condition() }
            return value.refuse("there is no request without a path")
        }
        guard let text = predicate.text(value) else { return nil }
        let isExact = predicate.isCaseSensitive
        if predicate.name == .matches {
            let pattern = value.pattern(inPath: text, ignoringCase: !isExact)
            return pattern.map { ImportSubject.url.condition(.matches($0)) }
        }
        guard text.isPath else {
            let problem = "mountebank compares a path as it is sent, and no request sends these characters"
            return value.refuse(problem, instead: "the stub is left out; write escapes such as %20 in the path")
        }
        let literal = PatternTranslation.literal(text, ignoringCase: !isExact)
        let pattern =
            switch predicate.name {
            case .startsWith: "^\(literal)"
            case .contains: "^[^?]*\(literal)"
            case .endsWith: #"^[^?]*\#(literal)(\?|$)"#
            default: #"^\#(literal)(\?|$)"#
            }
        if predicate.name == .startsWith, isExact || !text.hasCases {
            return ImportSubject.url.condition(.startsWith(text))
        }
        return (try? Scenario.Pattern(pattern)).map { ImportSubject.url.condition(.matches($0)) }
    }
}

extension ImportValue {
    /// The operator that mountebank asks of a predicate: the first one, and no other.
    var mountebankOperator: String? { node.members.map(\.name).first(where: MountebankPredicates.isOperator) }
}

extension String {
    /// Whether a path can hold it as it is sent, without an escape more.
    var isPath: Bool {
        utf8.allSatisfy { byte in 0x21...0x7E ~= byte && !#"?#"<>`{}"#.utf8.contains(byte) }
    }

    /// Whether any letter of it has another case.
    var hasCases: Bool { unicodeScalars.contains { PatternTranslation.otherCase($0) != nil } }
}

/// What the predicates of a stub ask of a request.
struct MountebankRequest: ImportedRequest {
    var methods: [Scenario.Method] = [.any]
    var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()

    /// Asks for one predicate more: a method and a path that are said at the top are those of the endpoint.
    mutating func add(_ value: ImportValue, _ predicates: inout MountebankPredicates) {
        if methods == [.any], let names = Self.methods(value) {
            methods = names
            return
        }
        let taken = takeLine(value, &predicates.differences)
        guard let asked = predicates.condition(value, taken: taken) else { return }
        ask(asked)
    }

    /// Takes method and path of a predicate for the endpoint, and returns which of them it took.
    private mutating func takeLine(_ value: ImportValue, _ differences: inout MountebankDifferences) -> [String] {
        guard let name = value.mountebankOperator, name == "equals" || name == "deepEquals",
            let fields = value.node[name], value.node["jsonpath"] == nil
        else { return [] }
        let isCaseSensitive = value.node["caseSensitive"]?.bool == true
        var taken: [String] = []
        if methods == [.any], let method = fields["method"]?.string, HeaderRules.isToken(method) {
            methods = [Scenario.Method(rawValue: isCaseSensitive ? method : method.uppercased())]
            taken.append("method")
        }
        if path == "/**", let text = fields["path"]?.string, text.hasPrefix("/"), text.isPath {
            path = RecordedURL.pattern(for: text)
            taken.append("path")
            if !isCaseSensitive, text.hasCases { differences.add(.paths, at: value) }
            // A pattern of the path would take escaped letters too.
            if text.contains(where: { $0.isLetter || $0.isNumber }),
                let pattern = PatternTranslation.url(ofPath: text)
            {
                ask(ImportSubject.url.condition(.matches(pattern)))
            }
        }
        return taken
    }

    /// The methods that a predicate names, if it names nothing else.
    private static func methods(_ value: ImportValue) -> [Scenario.Method]? {
        let others = value.node.members.map(\.name).filter { !["or", "matches", "caseSensitive"].contains($0) }
        guard others.isEmpty, let name = value.mountebankOperator else { return nil }
        if name == "or" {
            let parts = value.node["or"].map { Array($0.elements) } ?? []
            let names = parts.compactMap { part -> String? in
                guard part.members.map(\.name) == ["equals"], let fields = part["equals"] else { return nil }
                return fields.members.map(\.name) == ["method"] ? fields["method"]?.string : nil
            }
            guard !names.isEmpty, names.count == parts.count, names.allSatisfy(HeaderRules.isToken) else { return nil }
            return names.map { Scenario.Method(rawValue: $0.uppercased()) }
        }
        guard let fields = value.node["matches"], fields.members.map(\.name) == ["method"],
            let pattern = fields["method"]?.string
        else { return nil }
        let names = alternatives(value.node["caseSensitive"]?.bool == true ? pattern : pattern.uppercased())
        return Set(names).isSubset(of: standardMethods) ? names.map { Scenario.Method(rawValue: $0) } : nil
    }

    /// The names that a pattern such as `^(GET|PUT)$` is found in, if it is one.
    private static func alternatives(_ pattern: String) -> [String] {
        var text = pattern[...]
        for (start, end) in [("^(", ")$"), ("^", "$"), ("(", ")")] where text.hasPrefix(start) && text.hasSuffix(end) {
            text = text.dropFirst(start.count).dropLast(end.count)
        }
        return text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    /// The methods of RFC 9110.
    static let standardMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]
}
