import Rehearsal

/// What a pair asks of a request.
struct HoverflyRequest {
    var methods: [Scenario.Method] = [.any]
    var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()
    /// How closely it matches what it matches.
    var score = 0
    /// The segments of the path, where it is one.
    var segments: [String]?
    /// Host and path as far as they are said.
    var address = ""
    /// The first matcher of a parameter or a header field.
    var named: ImportValue?
    /// What cannot be asked for, by its name.
    var untold: [(name: String, value: ImportValue)] = []

    /// A field of a request in the shape of the newest version: matchers with their values.
    struct Matcher {
        var name: String
        var value: ImportValue
        /// The value, where it is a text.
        var text: String
        /// The differences between two lists that a matcher ignores.
        var config: ImportValue?
        /// The matcher of what this one selects (`doMatch`).
        var next: ImportValue?
    }

    static func read(_ pair: ImportValue, _ reader: inout ImportReader) -> HoverflyRequest? {
        guard let node = pair.node["request"],
            let object = reader.object(ImportValue(node: node, path: "\(pair.path).request"))
        else {
            reader.refuse(pair, "a pair has a \"request\"")
            return nil
        }
        var request = HoverflyRequest()
        let isRecording = (reader.string(object["requestType"]) ?? "recording") == "recording"
        func field(_ name: String) -> [Matcher] { reader.hoverflyMatchers(object[name], isRecording: isRecording) }
        request.setMethod(field("method"), &reader)
        let destination = field("destination")
        if let first = destination.first, first.text != "*" { request.untold.append(("destination", first.value)) }
        request.score += destination.reduce(0) { $0 + reader.score($1) }
        let scheme = field("scheme")
        if let first = scheme.first, first.text != "*" { request.untold.append(("scheme", first.value)) }
        request.score += scheme.reduce(0) { $0 + reader.score($1) }
        request.setPath(field("path"), &reader)
        request.address = (destination.first?.text ?? "") + request.address
        request.setQuery(object, isRecording: isRecording, &reader)
        request.setHeaders(object, &reader)
        request.setBody(field("body"), &reader)
        request.setState(object["requiresState"], &reader)
        reader.refuseRest(object)
        return request
    }

    /// Asks for one matcher more.
    mutating func ask(_ matcher: Matcher, _ subject: ImportSubject, _ reader: inout ImportReader) {
        score += reader.score(matcher)
        guard let condition = reader.hoverflyCondition(matcher, subject) else { return }
        self.condition = self.condition.and(condition)
    }

    /// Beside a form, Hoverfly asks nothing of the body.
    private mutating func setBody(_ matchers: [Matcher], _ reader: inout ImportReader) {
        let forms = matchers.filter { $0.name == "form" }
        for matcher in forms.isEmpty ? matchers : forms { ask(matcher, .body, &reader) }
        for other in forms.isEmpty ? [] : matchers where other.name != "form" {
            reader.differ(
                other.value,
                "Hoverfly asks nothing else of the body beside a form",
                instead: "it is left out"
            )
        }
    }

    private mutating func setMethod(_ matchers: [Matcher], _ reader: inout ImportReader) {
        for first in matchers {
            score += reader.score(first)
            for matcher in reader.hoverflyChain(first) {
                guard let names = Self.methods(matcher) else {
                    reader.refuse(matcher.value, "methods that a pattern takes cannot be named")
                    continue
                }
                let named = names.compactMap { reader.method($0, matcher.value) }
                if names.isEmpty { continue }
                methods = methods == [.any] ? named : methods.filter(named.contains)
                if methods.isEmpty { reader.refuse(matcher.value, "no method meets all of these") }
            }
        }
    }

    /// The methods that a matcher takes, none for every one; nil where they cannot be named.
    private static func methods(_ matcher: Matcher) -> [String]? {
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

    private mutating func setPath(_ matchers: [Matcher], _ reader: inout ImportReader) {
        for first in matchers {
            score += reader.score(first)
            for matcher in reader.hoverflyChain(first) { setPath(matcher, &reader) }
        }
    }

    private mutating func setPath(_ matcher: Matcher, _ reader: inout ImportReader) {
        address = matcher.text
        if matcher.name == "exact", segments == nil, path == "/**" {
            guard matcher.text.isEmpty || matcher.text.hasPrefix("/") else {
                reader.refuse(matcher.value, "a path begins with a slash, so no request would be taken")
                return
            }
            path = RecordedURL.pattern(for: matcher.text.isEmpty ? "/" : matcher.text)
            segments = matcher.text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
            return
        }
        guard let pattern = reader.pathPattern(matcher) else { return }
        if let pattern = pattern.url { condition = condition.and(ImportSubject.url.condition(pattern)) }
        if path == "/**" { path = pattern.path }
    }

    private mutating func setQuery(_ object: ImportObject, isRecording: Bool, _ reader: inout ImportReader) {
        for name in ["query", "queriesWithMatchers", "deprecatedQuery"] {
            guard let value = object[name] else { continue }
            let isWhole = value.node.kind == .string || value.node.kind == .array || Self.isField(value)
            if isWhole {
                for matcher in reader.hoverflyMatchers(value, isRecording: isRecording) { askQuery(matcher, &reader) }
                continue
            }
            guard reader.object(value) != nil else { continue }
            if value.members.isEmpty { condition = condition.and(ImportSubject.url.condition(.not(.contains("?")))) }
            for member in value.members { askEach(member.value, .query(member.name), &reader) }
        }
        if object["query"] == nil { score += 1 }
    }

    /// Asks for each matcher of a name, or that the name is there.
    private mutating func askEach(_ value: ImportValue, _ subject: ImportSubject, _ reader: inout ImportReader) {
        let matchers = reader.hoverflyMatchers(value, isRecording: true)
        if matchers.isEmpty { condition = condition.and(subject.condition(.present)) }
        named = named ?? matchers.first { $0.name != "array" }?.value
        for matcher in matchers { ask(matcher, subject, &reader) }
    }

    /// Whether an object is a field of versions 2 to 4 rather than fields by name.
    private static func isField(_ value: ImportValue) -> Bool {
        value.members.contains { $0.name.hasSuffix("Match") && $0.value.node.kind == .string }
    }

    /// The whole query as one text, as the first versions wrote it.
    private mutating func askQuery(_ matcher: Matcher, _ reader: inout ImportReader) {
        score += reader.score(matcher)
        guard matcher.name == "exact" else {
            guard let pattern = reader.queryPattern(matcher) else { return }
            condition = condition.and(ImportSubject.url.condition(.matches(pattern)))
            return
        }
        let items = RecordedURL.items(of: matcher.text)
        guard let pattern = ImportReader.pattern(ofFields: items.count, inURL: true), Set(items).count == items.count
        else {
            reader.refuse(matcher.value, "parameters that are there twice cannot be counted")
            return
        }
        for item in items {
            let subject = ImportSubject.query(String(decoding: item.name, as: UTF8.self))
            condition = condition.and(subject.condition(.equals(String(decoding: item.value, as: UTF8.self))))
        }
        condition = condition.and(ImportSubject.url.condition(.matches(pattern)))
    }

    private mutating func setHeaders(_ object: ImportObject, _ reader: inout ImportReader) {
        for name in ["headers", "headersWithMatchers"] {
            guard let value = object[name], reader.object(value) != nil else { continue }
            for member in value.members {
                let texts = member.value.node.elements.compactMap(\.string)
                if texts.count > 0, texts.count == member.value.elements.count {
                    // As the first versions wrote it: values, in which a star stands for anything.
                    let text = texts.joined(separator: ";")
                    ask(Matcher(name: "glob", value: member.value, text: text), .header(member.name), &reader)
                    continue
                }
                askEach(member.value, .header(member.name), &reader)
            }
        }
    }

    private mutating func setState(_ value: ImportValue?, _ reader: inout ImportReader) {
        guard let value, reader.object(value) != nil else { return }
        for member in value.members {
            guard let text = reader.text(member.value) else { continue }
            score += 1
            condition = condition.and(Scenario.Condition(state: [.init(member.name, .equals(text))]))
        }
    }
}
