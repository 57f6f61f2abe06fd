package import Rehearsal

/// The places whose values the rules redact, and the places whose values they keep.
package struct RedactionRuleSet {
    private(set) var names: Redaction
    private(set) var keptHeaders = SecretNames([])
    private var keptQuery = SecretNames([])
    private var keptMembers = SecretNames([])
    private var pointers: [[String]] = []
    private var keptPointers: [[String]] = []
    private(set) var patterns: [Scenario.Pattern] = []
    private(set) var keptPatterns: [Scenario.Pattern] = []

    init(taking: [RedactionRule], keeping: [RedactionRule], naming: some PlaceholderNaming) {
        names = Redaction(naming: naming)
        names.ambiguousQuery = SecretNames(["code", "key", "session", "pass"])
        for rule in keeping { keep(rule.place) }
        // Applied last, so that a specific rule to redact overrides a broader one to keep.
        for rule in taking { take(rule.place) }
    }

    private mutating func take(_ target: RedactionRule.Target) {
        switch target {
        case .header(let name):
            names.headers.insert(name)
            keptHeaders.remove(name)
        case .cookie(let name):
            names.secretCookies.insert(name)
            names.nonSecretCookies.remove(name)
        case .query(let name):
            names.query.insert(name)
            names.ambiguousQuery.remove(name)
            keptQuery.remove(name)
        case .member(let name):
            names.members.insert(name)
            names.ambiguousMembers.remove(name)
            keptMembers.remove(name)
        case .pointer(let tokens): pointers.append(tokens)
        case .pattern(let pattern): patterns.append(pattern)
        }
    }

    private mutating func keep(_ target: RedactionRule.Target) {
        switch target {
        case .header(let name):
            names.headers.remove(name)
            keptHeaders.insert(name)
        case .cookie(let name): names.nonSecretCookies.insert(name)
        case .query(let name):
            names.query.remove(name)
            keptQuery.insert(name)
        case .member(let name):
            names.members.remove(name)
            names.ambiguousMembers.remove(name)
            keptMembers.insert(name)
        case .pointer(let tokens): keptPointers.append(tokens)
        case .pattern(let pattern): keptPatterns.append(pattern)
        }
    }

    /// Returns whether the value of a parameter is kept.
    func keepsQuery(_ name: [UInt8]) -> Bool { keptQuery.contains(name) || keptMembers.contains(name) }

    /// A decision about a value of a document.
    enum ValueDecision { case redact, keep, inspect }

    func decision(on path: [JSONRewriter.Step], isNumber: Bool = false) -> ValueDecision {
        if pointers.contains(where: { Self.leads($0, to: path) }) { return .redact }
        if keptPointers.contains(where: { Self.leads($0, to: path) }) { return .keep }
        var ruling = ValueDecision.inspect
        var last: String?
        for case .name(let name) in path {
            if names.members.contains(name) { ruling = .redact }
            if ruling != .redact, keptMembers.contains(name) { ruling = .keep }
            last = name
        }
        // The lifetime of a token is not secret, and a client that expects a number cannot decode a placeholder.
        if isNumber, ruling == .redact, let last, !names.members.contains(last), !Self.values.contains(last) {
            return .inspect
        }
        return ruling
    }

    /// The names of the number itself below a secret name.
    private static let values = SecretNames(["value", "code", "number", "no", "digits", "raw", "id", "key", "data"])

    /// Returns whether a path equals a pointer or continues it.
    private static func leads(_ tokens: [String], to path: [JSONRewriter.Step]) -> Bool {
        guard tokens.count <= path.count else { return false }
        return zip(tokens, path).allSatisfy { token, step in
            switch step {
            case .name(let name): token == "*" || token.utf8.elementsEqual(name.utf8)
            case .index(let index): token == "*" || JSON.Pointer.index(token) == index
            }
        }
    }
}

/// A rule for values that redaction replaces or keeps, in its textual form: `header:X-Key`, `json:/user/phone`.
package struct RedactionRule: Sendable, Hashable {
    package let place: Target

    /// A place of a value in an exchange.
    package enum Target: Sendable, Hashable {
        case header(String)
        case cookie(String)
        /// A parameter of a query or a form.
        case query(String)
        /// The members with a name in JSON, at any depth.
        case member(String)
        /// The value at a pointer in JSON; `*` matches any name or index.
        case pointer([String])
        /// The parts of a text that a pattern matches; a rule that keeps applies to each value with a match.
        case pattern(Scenario.Pattern)
    }

    /// The error of a text that is not a rule, with the correction.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The valid prefixes of a rule.
    package static let kinds = ["header", "cookie", "query", "json", "pattern"]

    package init(_ text: String) throws(Malformed) {
        let kind = text.prefix { $0 != ":" }
        let value = String(text.dropFirst(kind.count + 1))
        guard Self.kinds.contains(String(kind)) else {
            let nearest = NearestName.of(String(kind), in: Self.kinds).map { "; did you mean \($0):?" } ?? ""
            throw Malformed(
                description:
                    "\(text.quoted) is not a rule: begin with header:, cookie:, query:, json: or pattern:\(nearest)"
            )
        }
        guard !value.isEmpty else {
            let example = Self.examples[String(kind)] ?? ""
            throw Malformed(description: "\(text.quoted) has no value after its colon: write \(example)")
        }
        switch kind {
        case "header": place = .header(value)
        case "cookie": place = .cookie(value)
        case "query": place = .query(value)
        case "json": place = try Self.json(value)
        default:
            do throws(Scenario.Pattern.Malformed) {
                place = .pattern(try Scenario.Pattern(value))
            } catch {
                throw Malformed(description: "\(text.quoted) is not a valid pattern: \(error)")
            }
        }
    }

    private static func json(_ value: String) throws(Malformed) -> Target {
        guard value.hasPrefix("/") else { return .member(value) }
        guard let pointer = JSON.Pointer(value) else {
            throw Malformed(
                description: "\(value.quoted) is not a valid JSON pointer: in a name, write ~0 for ~ and ~1 for /"
            )
        }
        return .pointer(pointer.tokens)
    }

    private static let examples = [
        "header": "header:X-Session", "cookie": "cookie:sid", "query": "query:signature",
        "json": "json:/user/phone, or json:phone at any depth", "pattern": #"pattern:CUST-\d{8}"#,
    ]
}
