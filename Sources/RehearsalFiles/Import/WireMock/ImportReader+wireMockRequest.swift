import Rehearsal

extension ImportReader {
    /// Reads `request` of a mapping.
    mutating func wireMockRequest(_ object: ImportObject) -> WireMockRequest {
        var request = WireMockRequest()
        request.methods = methods(object["method"])
        setURL(object, of: &request)
        let matchers: [(String, (String) -> ImportSubject)] = [
            ("queryParameters", { .query($0) }), ("headers", { .header($0) }), ("cookies", { .cookie($0) }),
            ("formParameters", { .form($0) }), ("pathParameters", { .path($0) }),
        ]
        for (name, subject) in matchers {
            guard let value = object[name], self.object(value) != nil else { continue }
            for member in value.members {
                guard let condition = wireMockMatcher(member.value, subject(member.name)) else { continue }
                request.condition = request.condition.and(condition)
                // A cookie that is not there meets no matcher but the one for its absence.
                if name == "cookies", member.value.node["absent"] == nil {
                    request.condition = request.condition.and(subject(member.name).condition(.present))
                }
            }
        }
        for pattern in array(object["bodyPatterns"]) {
            if let condition = wireMockMatcher(pattern, .body) { request.condition = request.condition.and(condition) }
        }
        for value in array(object["multipartPatterns"]) { request.condition = request.condition.and(multipart(value)) }
        setCredentials(object, of: &request)
        setHost(object, of: &request)
        for name in ["customMatcher", "clientIp"] {
            guard let value = object[name] else { continue }
            refuse(value, "what decides here is not in the file of mappings, or not in the request")
        }
        refuseRest(object)
        return request
    }

    private mutating func methods(_ value: ImportValue?) -> [Scenario.Method] {
        guard let value else { return [.any] }
        if value.node.kind == .object, let object = object(value) {
            let names = array(object["oneOf"]).compactMap { string($0) }
            let methods = names.compactMap { method($0, value) }
            if let none = object["noneOf"] { refuse(none, "methods that are not taken cannot be said") }
            refuseRest(object)
            return methods
        }
        guard let name = string(value) else { return [.any] }
        return [name == "ANY" ? .any : method(name, value)].compactMap(\.self)
    }

    mutating func method(_ name: String, _ value: ImportValue) -> Scenario.Method? {
        let isAny = name.uppercased() == "ANY" || name == Scenario.Method.any.rawValue
        if HeaderRules.isToken(name), !isAny { return Scenario.Method(rawValue: name) }
        refuse(value, "\(name.quoted) is no method; \"ANY\" is every one")
        return nil
    }

    private mutating func setURL(_ object: ImportObject, of request: inout WireMockRequest) {
        let names = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
        let found = names.compactMap { name in object[name].map { (name, $0) } }
        for (_, other) in found.dropFirst() {
            differ(other, "a second way to say which URL", instead: "only \(found[0].0) is asked for")
        }
        guard let (name, value) = found.first, let text = string(value) else { return }
        let isWritten = name == "url" || name == "urlPath" || name == "urlPathTemplate"
        guard !isWritten || text.hasPrefix("/") else {
            refuse(value, "no URL is like this: the target of a request begins with a slash")
            return
        }
        switch name {
        case "url": setWhole(text, at: value, of: &request)
        case "urlPath": setPath(text, at: value, of: &request)
        case "urlPathTemplate": setTemplate(text, at: value, of: &request)
        default: setPattern(text, at: value, isPath: name == "urlPathPattern", of: &request)
        }
    }

    private mutating func setWhole(_ text: String, at value: ImportValue, of request: inout WireMockRequest) {
        let path = String(text.prefix { $0 != "?" })
        request.path = RecordedURL.pattern(for: path)
        request.segments = Self.segments(path)
        switch text.count - path.count {
        // A query without anything in it is none.
        case 0: request.condition.url = .oneOf([text, text + "?"])
        case 1: refuse(value, "no URL is like this: WireMock takes a query without anything in it for none")
        default: request.condition.url = .equals(text)
        }
    }

    private mutating func setPath(_ text: String, at value: ImportValue, of request: inout WireMockRequest) {
        guard !text.contains("?") else {
            refuse(value, "a path holds no question mark")
            return
        }
        request.path = RecordedURL.pattern(for: text)
        request.segments = Self.segments(text)
        // A pattern of the path would take escaped letters too.
        guard text.utf8.contains(where: \.isAlphanumeric) else { return }
        if let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(text))(\\?|$)") {
            request.condition.url = .matches(pattern)
        }
    }

    private mutating func setTemplate(_ text: String, at value: ImportValue, of request: inout WireMockRequest) {
        let path = Scenario.PathPattern(text)
        request.path = path
        do throws(Scenario.PathPattern.Malformed) {
            request.segments = try path.segments().map { segment in
                switch segment {
                case .literal(let bytes): .literal(String(decoding: bytes, as: UTF8.self))
                case .capture(let name, _): .capture(name)
                case .rest: .literal("**")
                }
            }
        } catch {
            refuse(value, error.reason)
        }
    }

    /// A pattern of the whole URL, or of the path alone: below the segments that it begins with.
    private mutating func setPattern(
        _ text: String,
        at value: ImportValue,
        isPath: Bool,
        of request: inout WireMockRequest,
    ) {
        // Every URL begins with a slash.
        guard ![".*", "/.*", "^/.*$", "^.*$"].contains(text) else { return }
        // A query without anything in it is none.
        let canEnd = isPath || text.hasSuffix(".*") || !Self.isLiteral(text)
        let after = isPath ? #"(\?.*)?"# : canEnd ? "" : #"\??"#
        guard let pattern = wholePattern(text, at: value, dot: isPath ? .path : .line, after: after) else { return }
        request.path = Self.path(below: text)
        request.condition.url = .matches(pattern)
    }

    /// The path that all that a pattern takes lies below.
    static func path(below pattern: String) -> Scenario.PathPattern {
        let text = pattern.hasPrefix("^") ? pattern.dropFirst() : pattern[...]
        var plain = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/-_~".contains($0)) }
        // What is repeated may also be there no time at all.
        if let after = text[plain.endIndex...].first, "?*{".contains(after) { plain = plain.dropLast() }
        guard plain.hasPrefix("/"), !hasOuterChoice(text), let slash = plain.lastIndex(of: "/") else { return "/**" }
        return Scenario.PathPattern("\(plain[..<slash])/**")
    }

    /// Whether a choice stands outside of parentheses, so that what is before it is one of several.
    private static func hasOuterChoice(_ text: Substring) -> Bool {
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == "|", depth == 0 { return true }
        }
        return false
    }

    /// Whether a pattern stands for texts without a question mark alone.
    private static func isLiteral(_ pattern: String) -> Bool {
        let escapes = ["\\S", "\\W", "\\D", "\\p", "\\P"]
        return !pattern.contains { ".?[".contains($0) } && !escapes.contains(where: pattern.contains)
    }

    private static func segments(_ path: String) -> [WireMockRequest.Segment] {
        path.split(separator: "/", omittingEmptySubsequences: true).map { segment in
            let bytes = PercentEncoding.decoded(Array(segment.utf8), plusIsSpace: false)
            return .literal(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// A pattern that stands for a whole text; nil, and said, if there is none.
    mutating func wholePattern(
        _ text: String,
        at value: ImportValue,
        dot: PatternTranslation.Dot = .line,
        after: String = "",
    ) -> Scenario.Pattern? {
        do throws(PatternTranslation.Untranslatable) {
            return try PatternTranslation.whole(text, after: after, dot: dot)
        } catch {
            refuse(value, "no pattern says the same: \(error.reason)")
            return nil
        }
    }
}
