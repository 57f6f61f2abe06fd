import Rehearsal
import RehearsalDocuments

/// The methods, path and conditions that a mapping requires of a request.
struct WireMockRequest: ImportedRequest {
    private(set) var methods: [Scenario.Method] = [.any]
    private(set) var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()
    /// The known segments of the path, which templates refer to by index.
    private(set) var segments: [Segment] = []

    enum Segment {
        case literal(String)
        case capture(String)
    }

    /// Creates a request without conditions.
    init() {}

    /// Reads the member `request` of a mapping.
    init(_ object: ImportObjectReader) {
        methods = Self.methods(object["method"])
        setURL(object)
        let matchers: [(String, (String) -> MatchTarget)] = [
            ("queryParameters", { .query($0) }), ("headers", { .header($0) }), ("cookies", { .cookie($0) }),
            ("formParameters", { .form($0) }), ("pathParameters", { .path($0) }),
        ]
        for (name, subject) in matchers {
            for member in object.checkedMembers(name) {
                guard let condition = WireMockMatcher(member.value, subject(member.name)).condition else { continue }
                require(condition)
                // In WireMock a missing cookie satisfies only a matcher for its absence.
                if name == "cookies", member.value.node["absent"] == nil {
                    require(subject(member.name).condition(.present))
                }
            }
        }
        for pattern in object.array("bodyPatterns") {
            if let condition = WireMockMatcher(pattern, .body).condition { require(condition) }
        }
        for value in object.array("multipartPatterns") { require(WireMockPart.condition(value)) }
        setCredentials(object)
        setHost(object)
        for name in ["customMatcher", "clientIp"] {
            object[name]?.refuse("the condition depends on code or on the client address")
        }
        object.refuseUnreadMembers()
    }

    private static func methods(_ value: ImportValue?) -> [Scenario.Method] {
        guard let value else { return [.any] }
        if value.node.kind == .object, let object = value.object() {
            let names = object.array("oneOf").compactMap { $0.string() }
            let methods = names.compactMap(value.method)
            if let none = object["noneOf"] { none.refuse("excluded methods are not supported") }
            object.refuseUnreadMembers()
            return methods
        }
        guard let name = value.string() else { return [.any] }
        return [name == "ANY" ? .any : value.method(name)].compactMap(\.self)
    }

    private mutating func setURL(_ object: ImportObjectReader) {
        let names = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
        let found = names.compactMap { name in object[name].map { (name, $0) } }
        for (_, other) in found.dropFirst() {
            other.noteDifference("the request has several URL conditions", instead: "only \(found[0].0) is used")
        }
        guard let (name, value) = found.first, let text = value.string() else { return }
        let beginsWithSlash = name == "url" || name == "urlPath" || name == "urlPathTemplate"
        guard !beginsWithSlash || text.hasPrefix("/") else {
            return value.refuse("the URL does not begin with a slash, so no request matches")
        }
        switch name {
        case "url": setLiteralURL(text, at: value)
        case "urlPath": setPath(text, at: value)
        case "urlPathTemplate": setTemplate(text, at: value)
        default: setPattern(text, at: value, isPath: name == "urlPathPattern")
        }
    }

    private mutating func setLiteralURL(_ text: String, at value: ImportValue) {
        let plain = String(text.prefix { $0 != "?" })
        path = RecordedURL.pattern(for: plain)
        segments = Self.segments(plain)
        switch text.count - plain.count {
        // WireMock ignores an empty query.
        case 0: condition.url = .oneOf([text, text + "?"])
        case 1: value.refuse("the URL has an empty query, which WireMock drops, so no request matches")
        default: condition.url = .equals(text)
        }
    }

    private mutating func setPath(_ text: String, at value: ImportValue) {
        guard !text.contains("?") else { return value.refuse("a path cannot contain a question mark") }
        path = RecordedURL.pattern(for: text)
        segments = Self.segments(text)
        // A path pattern also matches percent-encoded letters, which differ from plain ones in WireMock.
        guard text.utf8.contains(where: \.isAlphanumeric) else { return }
        if let pattern = PatternTranslation.url(ofPath: text) { condition.url = .matches(pattern) }
    }

    private mutating func setTemplate(_ text: String, at value: ImportValue) {
        path = Scenario.PathPattern(text)
        do throws(Scenario.PathPattern.Malformed) {
            segments = try path.segments().map { segment in
                switch segment {
                case .literal(let bytes): .literal(String(decoding: bytes, as: UTF8.self))
                case .capture(let name, _): .capture(name)
                case .rest: .literal("**")
                }
            }
        } catch {
            value.refuse(error.reason)
        }
    }

    /// Sets a pattern for the whole URL or its path, and a path pattern that matches at least the same URLs.
    private mutating func setPattern(_ text: String, at value: ImportValue, isPath: Bool) {
        // Every URL begins with a slash, so these match all.
        guard ![".*", "/.*", "^/.*$", "^.*$"].contains(text) else { return }
        // WireMock ignores an empty query.
        let canEnd = isPath || text.hasSuffix(".*") || !Self.isLiteral(text)
        let after = isPath ? #"(\?.*)?"# : canEnd ? "" : #"\??"#
        guard let pattern = value.pattern(matchingWhole: text, after: after, dot: isPath ? .path : .line) else {
            return
        }
        path = .enclosing(text)
        condition.url = .matches(pattern)
    }

    /// Whether the pattern cannot match a text with a question mark.
    private static func isLiteral(_ pattern: String) -> Bool {
        let escapes = ["\\S", "\\W", "\\D", "\\p", "\\P"]
        return !pattern.contains { ".?[".contains($0) } && !escapes.contains(where: pattern.contains)
    }

    private static func segments(_ path: String) -> [Segment] {
        path.split(separator: "/", omittingEmptySubsequences: true).map { segment in
            let bytes = PercentEncoding.decoded(Array(segment.utf8), plusIsSpace: false)
            return .literal(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Adds the condition of `basicAuth` as one on the `Authorization` header.
    private mutating func setCredentials(_ object: ImportObjectReader) {
        for name in ["basicAuth", "basicAuthCredentials"] {
            guard let value = object[name], let members = value.object() else { continue }
            let user = members.string("username") ?? ""
            let password = members.string("password") ?? ""
            members.refuseUnreadMembers()
            // WireMock ignores the case of the whole header value, including the encoded credentials.
            let header = "Basic " + Base64.encoded(Array("\(user):\(password)".utf8))
            let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(header, ignoringCase: true))$")
            guard let pattern else {
                value.refuse("these credentials are too long for a pattern")
                continue
            }
            require(MatchTarget.header("Authorization").condition(.matches(pattern)))
        }
    }

    /// Adds the conditions on host, port and scheme. A scenario can match only the host.
    private mutating func setHost(_ object: ImportObjectReader) {
        if let value = object["host"] {
            if let host = value.node["equalTo"]?.string {
                let pattern = "^\(PatternTranslation.literal(host))(:[0-9]+)?$"
                if let pattern = try? Scenario.Pattern(pattern) {
                    require(MatchTarget.header("Host").condition(.matches(pattern)))
                }
            } else if let condition = WireMockMatcher(value, .header("Host")).condition {
                require(condition)
                value.noteDifference(
                    "WireMock compares the host name without the port",
                    instead: "the condition is compared with the Host header, including the port"
                )
            }
        }
        if let port = object["port"] {
            let instead = "the mapping is left out; import the mappings of each port as a separate scenario"
            port.refuse("a scenario has one port, which is not known at import", instead: instead)
        }
        guard let value = object["scheme"], let scheme = value.string() else { return }
        // A scenario is served over plain HTTP, so only the scheme http matches.
        guard scheme.lowercased() != "http" else { return }
        value.refuse("a scenario is served over plain HTTP, so no request has the scheme \(scheme.quoted)")
    }
}

/// A condition on a part of a multipart body.
enum WireMockPart {
    /// Returns the condition of an element of `multipartPatterns`.
    static func condition(_ value: ImportValue) -> Scenario.Condition {
        guard let object = value.object() else { return Scenario.Condition() }
        let type = object.string("matchingType")?.uppercased() ?? "ANY"
        if type != "ANY" { value.refuse("a condition on every part is not supported") }
        if let name = object["name"], Self.partName(value) == nil {
            name.noteDifference("WireMock does not compare the name of a part", instead: "the scenario compares it")
        }
        guard let name = object.string("name") ?? Self.partName(value) else {
            value.refuse("a part without a name cannot be matched")
            return Scenario.Condition()
        }
        var part = Scenario.BodyCondition.PartCondition(name)
        if let fileName = object["fileName"] { part.fileName = fileName.string().map { .equals($0) } }
        setHeaders(object.checkedMembers("headers"), of: &part)
        var texts: [Scenario.Condition.Value] = []
        for pattern in object.array("bodyPatterns") {
            guard let condition = WireMockMatcher(pattern, .body).condition else { continue }
            guard case .text(let text)? = condition.body.first, condition == Scenario.Condition(body: [.text(text)])
            else {
                pattern.refuse("only the text of a part can be compared")
                continue
            }
            texts.append(text)
        }
        part.text = texts.count > 1 ? .all(texts) : texts.first
        object.refuseUnreadMembers()
        return Scenario.Condition(body: [.parts([part])])
    }

    /// Returns the name of the part from a condition on `Content-Disposition`; nil if there is none.
    private static func partName(_ value: ImportValue) -> String? {
        let header = value.node["headers"]?.members.first { $0.name.lowercased() == "content-disposition" }?.value
        let text = header?["contains"]?.string ?? header?["equalTo"]?.string
        guard let text, let start = text.firstRange(of: "name=\""), !text[..<start.lowerBound].hasSuffix("file") else {
            return nil
        }
        let name = text[start.upperBound...].prefix { $0 != "\"" }
        return name.isEmpty ? nil : String(name)
    }

    private static func setHeaders(
        _ members: [(name: String, value: ImportValue)],
        of part: inout Scenario.BodyCondition.PartCondition,
    ) {
        for member in members {
            guard let condition = WireMockMatcher(member.value, .header(member.name)).condition else { continue }
            guard let expected = condition.headers.first?.value else {
                member.value.refuse("this condition on the header of a part is not supported")
                continue
            }
            switch member.name.lowercased() {
            case "content-type": part.type = expected
            case "content-disposition" where Self.fileName(in: expected) != nil:
                part.fileName = Self.fileName(in: expected).map { .equals($0) }
            case "content-disposition" where Self.isName(part.name, in: expected): break
            default: member.value.refuse("only the Content-Type header of a part can be compared")
            }
        }
    }

    /// Returns the file name from a condition on `Content-Disposition`; nil if there is none.
    private static func fileName(in value: Scenario.Condition.Value) -> String? {
        guard let text = value.namedText, let start = text.firstRange(of: "filename=\"") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func isName(_ name: String, in value: Scenario.Condition.Value) -> Bool {
        value.namedText?.contains(name) ?? false
    }
}

extension Scenario.Condition.Value {
    /// The text that the value must equal or contain; nil for other conditions.
    fileprivate var namedText: String? {
        switch self {
        case .equals(let text), .contains(let text): text
        default: nil
        }
    }
}
