import Rehearsal
import RehearsalDocuments

/// The methods, path and conditions that a stub requires of a request.
struct MountebankRequest: ImportedRequest {
    private(set) var methods: [Scenario.Method] = [.any]
    private(set) var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()

    /// Reads predicates. A method and a path outside `and`, `or` and `not` become those of the endpoint.
    init(_ predicates: [ImportValue], _ differences: MountebankDifferences) {
        let reader = MountebankPredicateReader(differences: differences)
        for value in predicates {
            if methods == [.any], let names = Self.methods(value) {
                methods = names
                continue
            }
            let movedFields = moveToEndpoint(value, differences)
            if let condition = reader.condition(value, movedFields: movedFields) { require(condition) }
        }
    }

    /// Moves the method and the path of a predicate to the endpoint. Returns the moved fields.
    private mutating func moveToEndpoint(_ value: ImportValue, _ differences: MountebankDifferences) -> [String] {
        guard let name = value.mountebankOperator, name == "equals" || name == "deepEquals",
            let fields = value.node[name], value.node["jsonpath"] == nil
        else { return [] }
        let isCaseSensitive = value.node["caseSensitive"]?.bool == true
        var movedFields: [String] = []
        if methods == [.any], let method = fields["method"]?.string, HeaderSyntax.isToken(method) {
            methods = [Scenario.Method(rawValue: isCaseSensitive ? method : method.uppercased())]
            movedFields.append("method")
        }
        if path == "/**", let text = fields["path"]?.string, text.hasPrefix("/"), text.isPath {
            path = RecordedURL.pattern(for: text)
            movedFields.append("path")
            if !isCaseSensitive, text.hasCasedLetters { differences.add(.paths, at: value) }
            // A path pattern also matches percent-encoded letters, which differ from plain ones in mountebank.
            if text.contains(where: { $0.isLetter || $0.isNumber }),
                let pattern = PatternTranslation.url(ofPath: text)
            {
                require(MatchTarget.url.condition(.matches(pattern)))
            }
        }
        return movedFields
    }

    /// Returns the methods that a predicate accepts; nil if it is not a list of methods, or compares other fields too.
    private static func methods(_ value: ImportValue) -> [Scenario.Method]? {
        let otherMembers = value.node.members.map(\.name).filter { !["or", "matches", "caseSensitive"].contains($0) }
        guard otherMembers.isEmpty, let name = value.mountebankOperator else { return nil }
        if name == "or" {
            let parts = value.node["or"].map { Array($0.elements) } ?? []
            let names = parts.compactMap { part -> String? in
                guard part.members.map(\.name) == ["equals"], let fields = part["equals"] else { return nil }
                return fields.members.map(\.name) == ["method"] ? fields["method"]?.string : nil
            }
            guard !names.isEmpty, names.count == parts.count, names.allSatisfy(HeaderSyntax.isToken) else { return nil }
            return names.map { Scenario.Method(rawValue: $0.uppercased()) }
        }
        guard let fields = value.node["matches"], fields.members.map(\.name) == ["method"],
            let pattern = fields["method"]?.string
        else { return nil }
        let names = alternatives(value.node["caseSensitive"]?.bool == true ? pattern : pattern.uppercased())
        return Set(names).isSubset(of: standardMethods) ? names.map { Scenario.Method(rawValue: $0) } : nil
    }

    /// Returns the alternatives of a pattern such as `^(GET|PUT)$`.
    private static func alternatives(_ pattern: String) -> [String] {
        var text = pattern[...]
        for (start, end) in [("^(", ")$"), ("^", "$"), ("(", ")")] where text.hasPrefix(start) && text.hasSuffix(end) {
            text = text.dropFirst(start.count).dropLast(end.count)
        }
        return text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    /// The methods of RFC 9110, and PATCH (RFC 5789).
    static let standardMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]
}

/// A reader for the predicates of a stub.
struct MountebankPredicateReader {
    /// The list of differences between the conditions and the predicates.
    let differences: MountebankDifferences
    /// Whether the predicates are in a `not`.
    private var isNegated = false
    private var depth = 0

    private static let compounds = ["and", "or", "not", "inject"]

    init(differences: MountebankDifferences) { self.differences = differences }

    /// Returns the condition of a predicate. If there is none, refuses the stub and returns nil.
    ///
    /// - Parameter movedFields: The fields that were moved to the endpoint and need no condition.
    func condition(_ value: ImportValue, movedFields: [String] = []) -> Scenario.Condition? {
        guard depth < 24 else { return value.refuse("predicates nest deeper than 24 levels") }
        guard let object = value.object() else { return nil }
        defer { object.refuseUnreadMembers() }
        object.ignore("comment")
        guard let name = value.mountebankOperator, let part = object[name] else {
            return value.refuse("the predicate has no known operator")
        }
        for other in value.members where other.name != name && Self.isOperator(other.name) {
            object.ignore(other.name)
            other.value.noteDifference("mountebank evaluates only \(name.quoted)", instead: "it is left out")
        }
        let isCaseSensitive = object.bool("caseSensitive") ?? false
        let keys = object.bool("keyCaseSensitive")
        let path = object.object("jsonpath")
        let selector = path?.string("selector")
        path?.noteUnreadMembers()
        guard !refusesUnsupported(object) else { return nil }
        guard let comparison = MountebankPredicate.Operator(rawValue: name) else { return compound(name, part) }
        if selector != nil, keys == true, !isCaseSensitive {
            value.refuse("with \"keyCaseSensitive\" but not \"caseSensitive\" the path selects nothing in mountebank")
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
        let fields = part.members.filter { !movedFields.contains($0.name) }
        return .all(of: fields) { predicate.condition(on: $0.name, $0.value) }
    }

    fileprivate static func isOperator(_ name: String) -> Bool {
        compounds.contains(name) || MountebankPredicate.Operator(rawValue: name) != nil
    }

    /// Refuses a predicate with a feature that no condition supports.
    ///
    /// - Returns: whether the predicate was refused.
    private func refusesUnsupported(_ object: ImportObjectReader) -> Bool {
        let unsupportedFeatures = [
            ("inject", "the condition is program code"), ("xpath", "XPath is not supported"),
            ("except", "a part of the value cannot be removed before the comparison"),
        ]
        for (name, problem) in unsupportedFeatures {
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
        if parts.isEmpty { value.refuse("an empty \"or\" never matches") }
        // A part without conditions matches every request.
        return parts.contains(where: \.isEmpty) ? Scenario.Condition() : .any(of: parts)
    }
}

extension ImportValue {
    /// The operator that mountebank evaluates, which is the first one.
    var mountebankOperator: String? { node.members.map(\.name).first(where: MountebankPredicateReader.isOperator) }
}
