import Rehearsal

/// What the predicates of a stub ask of a request.
struct MountebankRequest {
    var methods: [Scenario.Method] = [.any]
    var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()

    /// Asks for one predicate more: a method and a path that are said at the top are those of the endpoint.
    mutating func add(_ value: ImportValue, _ reader: inout ImportReader, _ cases: inout MountebankCases) {
        var taken: [String] = []
        if let fields = (value.node["equals"] ?? value.node["deepEquals"]), value.node["jsonpath"] == nil {
            if methods == [.any], let name = fields["method"]?.string, HeaderRules.isToken(name) {
                methods = [Scenario.Method(rawValue: name.uppercased())]
                taken.append("method")
            }
            if path == "/**", let text = fields["path"]?.string, text.hasPrefix("/") {
                path = RecordedURL.pattern(for: text)
                taken.append("path")
                if value.node["caseSensitive"]?.bool != true, text.contains(where: \.isLetter) { cases.add(value) }
            }
        } else if let names = Self.methods(value), methods == [.any] {
            methods = names
            return
        }
        guard let asked = reader.mountebankPredicate(value, &cases, taken: taken) else { return }
        condition = condition.and(asked)
    }

    /// The methods that a predicate names, if it names nothing else.
    private static func methods(_ value: ImportValue) -> [Scenario.Method]? {
        if let parts = value.node["or"]?.elements {
            let names = parts.map { part -> String? in
                guard let fields = part["equals"], fields.members.allSatisfy({ $0.name == "method" }) else {
                    return nil
                }
                return fields["method"]?.string
            }
            let known = names.compactMap(\.self)
            return known.isEmpty || known.count < names.count ? nil : known.map { .init(rawValue: $0.uppercased()) }
        }
        guard let fields = value.node["matches"], fields.members.allSatisfy({ $0.name == "method" }),
            let text = fields["method"]?.string, text.allSatisfy({ $0.isLetter || "|()^$".contains($0) })
        else { return nil }
        return text.split { "|()^$".contains($0) }.map { Scenario.Method(rawValue: $0.uppercased()) }
    }
}
