import Rehearsal
import RehearsalDocuments

/// What the predicates of a stub ask of a request.
struct MountebankRequest: ImportedRequest {
    private(set) var methods: [Scenario.Method] = [.any]
    private(set) var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()

    /// Reads predicates: a method and a path that are said at the top are those of the endpoint.
    init(_ predicates: [ImportValue], _ differences: MountebankDifferences) {
        let reader = MountebankPredicateReader(differences: differences)
        for value in predicates {
            if methods == [.any], let names = Self.methods(value) {
                methods = names
                continue
            }
            let taken = takeLine(value, differences)
            if let asked = reader.condition(value, taken: taken) { ask(asked) }
        }
    }

    /// Takes method and path of a predicate for the endpoint, and returns which of them it took.
    private mutating func takeLine(_ value: ImportValue, _ differences: MountebankDifferences) -> [String] {
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

/// Reads the predicates of a stub as conditions.
struct MountebankPredicateReader {
    /// The differences that the conditions have.
    let differences: MountebankDifferences
    /// Whether the predicates stand in a `not`.
    private var isNegated = false
    private var depth = 0

    private static let compounds = ["and", "or", "not", "inject"]

    init(differences: MountebankDifferences) { self.differences = differences }

    /// A predicate; nil, and said, for what no condition says.
    ///
    /// - Parameter taken: fields that the endpoint itself says.
    func condition(_ value: ImportValue, taken: [String] = []) -> Scenario.Condition? {
        guard depth < 24 else { return value.refuse("predicates nest too deep") }
        guard let object = value.object() else { return nil }
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
        guard let comparison = MountebankPredicate.Operator(rawValue: name) else { return compound(name, part) }
        if selector != nil, keys == true, !isCaseSensitive {
            value.refuse("mountebank finds nothing by a path whose letters matter in names whose letters do not")
        }
        let predicate = MountebankPredicate(
            name: comparison,
            selector: selector,
            isCaseSensitive: isCaseSensitive,
            areNamesCaseSensitive: isCaseSensitive && (comparison == .matches || keys ?? true),
            isNegated: isNegated,
            differences: differences
        )
        guard part.object() != nil else { return nil }
        let fields = part.members.filter { !taken.contains($0.name) }
        return .all(of: fields) { predicate.condition(on: $0.name, $0.value) }
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

    private func compound(_ name: String, _ value: ImportValue) -> Scenario.Condition? {
        var inner = self
        inner.depth += 1
        if name == "not" {
            inner.isNegated.toggle()
            return inner.condition(value).map { Scenario.Condition(not: [$0]) }
        }
        var parts: [Scenario.Condition] = []
        for element in value.array() {
            guard let part = inner.condition(element) else { return nil }
            parts.append(part)
        }
        guard name == "or" else { return .all(of: parts) }
        if parts.isEmpty { value.refuse("one of no predicates never holds") }
        // One that asks for nothing takes every request.
        return parts.contains(where: \.asksNothing) ? Scenario.Condition() : .any(of: parts)
    }
}

extension ImportValue {
    /// The operator that mountebank asks of a predicate: the first one, and no other.
    var mountebankOperator: String? { node.members.map(\.name).first(where: MountebankPredicateReader.isOperator) }
}
