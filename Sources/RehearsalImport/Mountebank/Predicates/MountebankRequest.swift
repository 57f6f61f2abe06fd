import Rehearsal
import RehearsalDocuments

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
