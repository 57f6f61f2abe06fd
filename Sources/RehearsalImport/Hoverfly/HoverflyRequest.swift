import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// The method, path and conditions that a pair requires of a request.
struct HoverflyRequest: ImportedRequest {
    var methods: [Scenario.Method] = [.any]
    var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()
    /// The sum of the points of all matchers, by which Hoverfly ranks the pairs that match a request.
    var score = 0
    /// The segments of the path; nil if the path is not literal.
    var segments: [String]?
    /// The host and the path as the pair states them, for the patterns of global delays.
    var address = ""
    /// The first matcher of a query parameter or a header.
    var firstNamedMatcher: ImportValue?
    /// The fields that a scenario cannot match, by name.
    var unmatchedFields: [(name: String, value: ImportValue)] = []

    static func read(_ pair: ImportValue) -> HoverflyRequest? {
        guard let node = pair.node["request"],
            let object = pair.member("request", node).object()
        else {
            return pair.refuse("the pair has no \"request\"")
        }
        var request = HoverflyRequest()
        let isRecording = (object.string("requestType") ?? "recording") == "recording"
        func field(_ name: String) -> [HoverflyMatcher] {
            HoverflyMatcher.matchers(object[name], isRecording: isRecording)
        }
        request.setMethod(field("method"))
        var host = ""
        for name in ["destination", "scheme"] {
            let matchers = field(name)
            if let first = matchers.first, first.text != "*" { request.unmatchedFields.append((name, first.value)) }
            if name == "destination" { host = matchers.first?.text ?? "" }
            request.score += matchers.reduce(0) { $0 + $1.score }
        }
        request.setPath(field("path"))
        request.address = host + request.address
        request.setQuery(object, isRecording: isRecording)
        request.setHeaders(object)
        request.setBody(field("body"))
        request.setState(object.checkedMembers("requiresState"))
        object.refuseUnreadMembers()
        return request
    }

    mutating func requireMatcher(_ matcher: HoverflyMatcher, _ subject: MatchTarget) {
        score += matcher.score
        guard let condition = matcher.condition(subject) else { return }
        require(condition)
    }

    /// Adds the matchers of the body. With a form matcher, Hoverfly ignores all others.
    private mutating func setBody(_ matchers: [HoverflyMatcher]) {
        let forms = matchers.filter { $0.name == "form" }
        for matcher in forms.isEmpty ? matchers : forms { requireMatcher(matcher, .body) }
        for other in forms.isEmpty ? [] : matchers where other.name != "form" {
            other.value.noteDifference("Hoverfly evaluates only the form matcher of a body", instead: "it is left out")
        }
    }

    private mutating func setMethod(_ matchers: [HoverflyMatcher]) {
        for first in matchers {
            score += first.score
            for matcher in first.chain {
                guard let names = Self.methods(matcher) else {
                    matcher.value.refuse("the methods that this matcher accepts cannot be listed")
                    continue
                }
                let named = names.compactMap(matcher.value.method)
                if names.isEmpty { continue }
                methods = methods == [.any] ? named : methods.filter(named.contains)
                if methods.isEmpty { matcher.value.refuse("no method satisfies all of these matchers") }
            }
        }
    }

    /// Returns the methods that a matcher accepts; empty for all methods, nil if they cannot be listed.
    private static func methods(_ matcher: HoverflyMatcher) -> [String]? {
        switch matcher.name {
        case "exact",
            "glob" where !matcher.text.contains("*"):
            return [matcher.text]
        case "glob" where matcher.text == "*", "regex" where [".*", ".+"].contains(matcher.text): return []
        case "regex":
            let names = matcher.text.split { "|()^$".contains($0) }.map(String.init)
            return Set(names).isSubset(of: MountebankRequest.standardMethods) ? names : nil
        default: return nil
        }
    }

    private mutating func setPath(_ matchers: [HoverflyMatcher]) {
        for first in matchers {
            score += first.score
            for matcher in first.chain { setPath(matcher) }
        }
    }

    private mutating func setPath(_ matcher: HoverflyMatcher) {
        address = matcher.text
        if matcher.name == "exact", segments == nil, path == "/**" {
            guard matcher.text.isEmpty || matcher.text.hasPrefix("/") else {
                matcher.value.refuse("the path does not begin with a slash, so no request matches")
                return
            }
            path = RecordedURL.pattern(for: matcher.text.isEmpty ? "/" : matcher.text)
            segments = matcher.text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
            return
        }
        guard let pattern = matcher.pathPattern else { return }
        if let pattern = pattern.url { require(MatchTarget.url.condition(pattern)) }
        if path == "/**" { path = pattern.path }
    }

    private mutating func setQuery(_ object: ImportObjectReader, isRecording: Bool) {
        for name in ["query", "queriesWithMatchers", "deprecatedQuery"] {
            guard let value = object[name] else { continue }
            let isTextMatcher = value.node.kind == .string || value.node.kind == .array || Self.isField(value)
            if isTextMatcher {
                for matcher in HoverflyMatcher.matchers(value, isRecording: isRecording) { requireQuery(matcher) }
                continue
            }
            guard value.object() != nil else { continue }
            if value.members.isEmpty { require(MatchTarget.url.condition(.not(.contains("?")))) }
            for member in value.members { requireEach(member.value, .query(member.name)) }
        }
        if object["query"] == nil { score += 1 }
    }

    /// Adds each matcher of a parameter or header. Without matchers, requires that it is present.
    private mutating func requireEach(_ value: ImportValue, _ subject: MatchTarget) {
        let matchers = HoverflyMatcher.matchers(value, isRecording: true)
        if matchers.isEmpty { require(subject.condition(.present)) }
        firstNamedMatcher = firstNamedMatcher ?? matchers.first { $0.name != "array" }?.value
        for matcher in matchers { requireMatcher(matcher, subject) }
    }

    /// Whether an object contains matchers, as in schema versions 2 to 4, instead of parameters by name.
    private static func isField(_ value: ImportValue) -> Bool {
        value.members.contains { $0.name.hasSuffix("Match") && $0.value.node.kind == .string }
    }

    /// Adds a matcher that compares the whole query as one text, as in the first schema versions.
    private mutating func requireQuery(_ matcher: HoverflyMatcher) {
        score += matcher.score
        guard matcher.name == "exact" else {
            guard let pattern = matcher.queryPattern else { return }
            require(MatchTarget.url.condition(.matches(pattern)))
            return
        }
        let items = RecordedURL.items(of: matcher.text)
        guard let pattern = PatternTranslation.fields(items.count, inURL: true), Set(items).count == items.count
        else {
            matcher.value.refuse("the query has repeated or too many parameters, which no condition can count")
            return
        }
        for item in items {
            let subject = MatchTarget.query(String(decoding: item.name, as: UTF8.self))
            require(subject.condition(.equals(String(decoding: item.value, as: UTF8.self))))
        }
        require(MatchTarget.url.condition(.matches(pattern)))
    }

    private mutating func setHeaders(_ object: ImportObjectReader) {
        for name in ["headers", "headersWithMatchers"] {
            for member in object.checkedMembers(name) {
                let texts = member.value.node.elements.compactMap(\.string)
                if texts.count > 0, texts.count == member.value.elements.count {
                    // In the first schema versions a header has a list of texts, in which `*` matches any text.
                    let text = texts.joined(separator: ";")
                    requireMatcher(HoverflyMatcher(name: "glob", value: member.value, text: text), .header(member.name))
                    continue
                }
                requireEach(member.value, .header(member.name))
            }
        }
    }

    private mutating func setState(_ members: [(name: String, value: ImportValue)]) {
        for member in members {
            guard let text = member.value.text() else { continue }
            score += 1
            require(Scenario.Condition(state: [.init(member.name, .equals(text))]))
        }
    }
}
