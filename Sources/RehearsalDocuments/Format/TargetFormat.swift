import Rehearsal

/// The keys for method and path that endpoints, expectations and policies share.
package enum TargetFormat {
    /// The methods that have keys of their own.
    static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "any"]
    /// The keys that state a method.
    package static let keys = methods + ["method"]

    /// Returns the keys for method and path, which an object requires.
    static func fields<Object>(
        _ method: @autoclosure @escaping KeyFormat<Object>.Path<Scenario.Method>,
        _ path: @autoclosure @escaping KeyFormat<Object>.Path<Scenario.PathPattern>,
    ) -> [KeyFormat<Object>] {
        let read: KeyFormat<Object>.Read = { fields, object in
            guard let target = target(fields) else { return false }
            (object[keyPath: method()], object[keyPath: path()]) = target
            return true
        }
        let write: KeyFormat<Object>.Write = { members($0[keyPath: method()], $0[keyPath: path()]) }
        // The functions of the first key read and write all of them.
        return methods.enumerated().map { index, name in
            KeyFormat(
                name,
                purpose(of: name),
                .ref("path"),
                read: index == 0 ? read : nil,
                write: index == 0 ? write : nil
            )
        } + [
            KeyFormat(
                "method",
                "a method without a key of its own: \"PURGE\"",
                .string(pattern: "^(?!\\*$)\(ScenarioSchema.token)$")
            ),
            KeyFormat("path", "the path for \"method\"", .ref("path")),
        ]
    }

    static func purpose(of method: String) -> String {
        method == "any" ? "any method: the path of the requests" : "\(method.uppercased()): the path of the requests"
    }

    static let oneMethod = ObjectShape.Rule.exactlyOne(keys)
    static let pathRules: [ObjectShape.Rule] = [.needs("method", ["path"]), .needs("path", ["method"])]

    /// Returns the method of a key.
    static func method(named key: String) -> Scenario.Method { key == "any" ? .any : .init(rawValue: key.uppercased()) }

    private static func target(_ fields: ObjectReader) -> (Scenario.Method, Scenario.PathPattern)? {
        let noun = fields.keys.noun
        let named = fields.members(keys)
        guard let first = named.first else {
            let brace = fields.node.range.prefix(1)
            let hint = #"write "get": "/path", or "method": "PURGE" and "path": "/path""#
            let message = "\(noun) needs a method and a path"
            fields.reader.report(.missingKey, at: brace, message, hint: hint, see: "endpoint")
            return nil
        }
        for other in named.dropFirst() {
            let message = "\(noun) has one method, but this one has \(first.name.quoted) and \(other.name.quoted)"
            fields.reportConflict(other, message, hint: "write one for each method, or use \"any\"")
        }
        guard first.name == "method" else {
            if let path = fields.member("path") {
                let message = "the path is given twice, in \(first.name.quoted) and in \"path\""
                fields.reportConflict(path, message, hint: "remove \"path\"")
            }
            return fields.value(first.name, .path).map { (method(named: first.name), $0) }
        }
        guard fields["path"] != nil else {
            let message = "\(noun) with \"method\" needs a \"path\""
            fields.reader.report(.missingKey, at: first.nameRange, message, see: "endpoint")
            return nil
        }
        guard let method = fields["method"].flatMap(method), let path = fields.value("path", .path) else { return nil }
        return (method, path)
    }

    private static func method(_ value: DocumentValue) -> Scenario.Method? {
        guard let name = value.string() else { return nil }
        guard HeaderSyntax.isToken(name), name != "*" else {
            return value.reject("\(name.quoted) is not a valid method", hint: "write a token such as \"PURGE\"")
        }
        if methods.contains(name) {
            let sent = name.uppercased().quoted
            let message = "methods are case-sensitive: \(name.quoted) does not match a request with \(sent)"
            value.reader.report(.badValue, at: value.range, message, hint: "write \(sent)", severity: .warning)
        }
        return Scenario.Method(rawValue: name)
    }

    private static func members(_ method: Scenario.Method, _ path: Scenario.PathPattern) -> [JSON.Member] {
        if let key = methods.first(where: { self.method(named: $0) == method }) {
            return [.init(key, .string(path.text))]
        }
        return [.init("method", .string(method.rawValue)), .init("path", .string(path.text))]
    }
}

/// The format of the scope in which requests are counted, for a reply sequence or the limit of a quota.
extension ValueFormat where Value == Scenario.CountingScope {
    static func per(see topic: String) -> Self {
        let pattern = "^(endpoint|target|connection|\\{.+\\}|header:\(ScenarioSchema.token))$"
        return Self(
            .string(pattern: pattern),
            read: { value in value.string().flatMap { read($0, of: value, see: topic) } },
            write: { .string(written($0)) }
        )
    }

    private static func read(_ text: String, of value: DocumentValue, see topic: String) -> Scenario.CountingScope? {
        switch text {
        case "endpoint": return .endpoint
        case "target": return .target
        case "connection": return .connection
        default: break
        }
        if text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 {
            return .capture(String(text.dropFirst().dropLast()))
        }
        let name = String(text.dropFirst("header:".count))
        if text.hasPrefix("header:"), HeaderSyntax.isToken(name) { return .header(name) }
        let known = ["endpoint", "target", "connection", "{name}", "header:Name"]
        let list = known.map(\.quoted).joined(separator: ", ")
        let hint = NearestName.hint(for: text, in: known)
        return value.reject("expected one of \(list) for \(value.noun), found \(text.quoted)", hint: hint, see: topic)
    }

    private static func written(_ per: Scenario.CountingScope) -> String {
        switch per {
        case .endpoint: "endpoint"
        case .target: "target"
        case .capture(let name): "{\(name)}"
        case .header(let name): "header:\(name)"
        case .connection: "connection"
        }
    }
}

/// Checks whether the path of an endpoint has the placeholders that other parts of the endpoint use.
enum PlaceholderCheck {
    /// Returns the names of the placeholders of a path.
    ///
    /// - Parameter unnamed: whether to include `*` and `**`, whose names are empty.
    static func names(in path: Scenario.PathPattern, unnamed: Bool = false) -> [String] {
        ((try? path.segments()) ?? []).compactMap {
            if case .capture(let name, _) = $0, unnamed || !name.isEmpty { name } else { nil }
        }
    }

    /// Checks every placeholder that a condition uses.
    static func check(in condition: JSONDocument.Node, _ names: [String], to reader: DocumentReader) {
        for member in condition.members {
            switch member.name {
            case "path": for named in member.value.members { check(named.name, at: named.nameRange, names, to: reader) }
            case "all", "any", "not":
                if member.value.kind == .object { check(in: member.value, names, to: reader) }
                for element in member.value.elements { check(in: element, names, to: reader) }
            default: break
            }
        }
    }

    /// Checks one placeholder.
    static func check(_ name: String, at range: Range<Int>, _ names: [String], to reader: DocumentReader) {
        guard !names.contains(name) else { return }
        let has = names.isEmpty ? "it has none" : "it has " + names.map { "{\($0)}" }.joined(separator: ", ")
        let hint = NearestName.hint(for: name, in: names) ?? has
        let message = "the path has no placeholder {\(name.printable)}"
        reader.report(.badValue, at: range, message, hint: hint, see: "endpoint")
    }
}
