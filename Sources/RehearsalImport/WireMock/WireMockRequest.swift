import Rehearsal
import RehearsalDocuments

/// What a mapping asks of a request.
struct WireMockRequest: ImportedRequest {
    private(set) var methods: [Scenario.Method] = [.any]
    private(set) var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()
    /// The segments of the path as far as they are known: what a template may name by number.
    private(set) var segments: [Segment] = []

    enum Segment {
        case literal(String)
        case capture(String)
    }

    /// A request of which nothing is asked.
    init() {}

    /// Reads `request` of a mapping.
    init(_ object: ImportObject) {
        methods = Self.methods(object["method"])
        setURL(object)
        let matchers: [(String, (String) -> ImportSubject)] = [
            ("queryParameters", { .query($0) }), ("headers", { .header($0) }), ("cookies", { .cookie($0) }),
            ("formParameters", { .form($0) }), ("pathParameters", { .path($0) }),
        ]
        for (name, subject) in matchers {
            for member in object.named(name) {
                guard let condition = WireMockMatcher(member.value, subject(member.name)).condition else { continue }
                ask(condition)
                // A cookie that is not there meets no matcher but the one for its absence.
                if name == "cookies", member.value.node["absent"] == nil {
                    ask(subject(member.name).condition(.present))
                }
            }
        }
        for pattern in object.array("bodyPatterns") {
            if let condition = WireMockMatcher(pattern, .body).condition { ask(condition) }
        }
        for value in object.array("multipartPatterns") { ask(WireMockPart.condition(value)) }
        setCredentials(object)
        setHost(object)
        for name in ["customMatcher", "clientIp"] {
            object[name]?.refuse("what decides here is not in the file of mappings, or not in the request")
        }
        object.refuseRest()
    }

    private static func methods(_ value: ImportValue?) -> [Scenario.Method] {
        guard let value else { return [.any] }
        if value.node.kind == .object, let object = value.object() {
            let names = object.array("oneOf").compactMap { $0.string() }
            let methods = names.compactMap(value.method)
            if let none = object["noneOf"] { none.refuse("methods that are not taken cannot be said") }
            object.refuseRest()
            return methods
        }
        guard let name = value.string() else { return [.any] }
        return [name == "ANY" ? .any : value.method(name)].compactMap(\.self)
    }

    private mutating func setURL(_ object: ImportObject) {
        let names = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
        let found = names.compactMap { name in object[name].map { (name, $0) } }
        for (_, other) in found.dropFirst() {
            other.differ("a second way to say which URL", instead: "only \(found[0].0) is asked for")
        }
        guard let (name, value) = found.first, let text = value.string() else { return }
        let isWritten = name == "url" || name == "urlPath" || name == "urlPathTemplate"
        guard !isWritten || text.hasPrefix("/") else {
            return value.refuse("no URL is like this: the target of a request begins with a slash")
        }
        switch name {
        case "url": setWhole(text, at: value)
        case "urlPath": setPath(text, at: value)
        case "urlPathTemplate": setTemplate(text, at: value)
        default: setPattern(text, at: value, isPath: name == "urlPathPattern")
        }
    }

    private mutating func setWhole(_ text: String, at value: ImportValue) {
        let plain = String(text.prefix { $0 != "?" })
        path = RecordedURL.pattern(for: plain)
        segments = Self.segments(plain)
        switch text.count - plain.count {
        // A query without anything in it is none.
        case 0: condition.url = .oneOf([text, text + "?"])
        case 1: value.refuse("no URL is like this: WireMock takes a query without anything in it for none")
        default: condition.url = .equals(text)
        }
    }

    private mutating func setPath(_ text: String, at value: ImportValue) {
        guard !text.contains("?") else { return value.refuse("a path holds no question mark") }
        path = RecordedURL.pattern(for: text)
        segments = Self.segments(text)
        // A pattern of the path would take escaped letters too.
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

    /// A pattern of the whole URL, or of the path alone: below the segments that it begins with.
    private mutating func setPattern(_ text: String, at value: ImportValue, isPath: Bool) {
        // Every URL begins with a slash.
        guard ![".*", "/.*", "^/.*$", "^.*$"].contains(text) else { return }
        // A query without anything in it is none.
        let canEnd = isPath || text.hasSuffix(".*") || !Self.isLiteral(text)
        let after = isPath ? #"(\?.*)?"# : canEnd ? "" : #"\??"#
        guard let pattern = value.pattern(ofWhole: text, after: after, dot: isPath ? .path : .line) else { return }
        path = .below(text)
        condition.url = .matches(pattern)
    }

    /// Whether a pattern stands for texts without a question mark alone.
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

    /// `basicAuth` of a request, which is a header.
    private mutating func setCredentials(_ object: ImportObject) {
        for name in ["basicAuth", "basicAuthCredentials"] {
            guard let value = object[name], let members = value.object() else { continue }
            let user = members.string("username") ?? ""
            let word = members.string("password") ?? ""
            members.refuseRest()
            // WireMock compares the whole of it without regard to case.
            let header = "Basic " + Base64.encoded(Array("\(user):\(word)".utf8))
            let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(header, ignoringCase: true))$")
            guard let pattern else {
                value.refuse("these credentials are too long for a pattern")
                continue
            }
            ask(ImportSubject.header("Authorization").condition(.matches(pattern)))
        }
    }

    /// Where a request is sent to, of which a scenario knows the host alone.
    private mutating func setHost(_ object: ImportObject) {
        if let value = object["host"] {
            if let host = value.node["equalTo"]?.string {
                let pattern = "^\(PatternTranslation.literal(host))(:[0-9]+)?$"
                if let pattern = try? Scenario.Pattern(pattern) {
                    ask(ImportSubject.header("Host").condition(.matches(pattern)))
                }
            } else if let condition = WireMockMatcher(value, .header("Host")).condition {
                ask(condition)
                value.differ("a condition on the host alone", instead: "it is asked of the header Host, port included")
            }
        }
        if let port = object["port"] {
            let instead = "the mapping is left out; serve its mappings as a scenario of their own"
            port.refuse("a scenario is played at one port, which is not known here", instead: instead)
        }
        guard let value = object["scheme"], let scheme = value.string() else { return }
        // A scenario is served without TLS unless a certificate is asked for, so its requests have the scheme http.
        guard scheme.lowercased() != "http" else { return }
        value.refuse("a scenario is served over plain HTTP, so no request has the scheme \(scheme.quoted)")
    }
}

/// A condition on a part of a multipart body.
enum WireMockPart {
    /// An element of `multipartPatterns`.
    static func condition(_ value: ImportValue) -> Scenario.Condition {
        guard let object = value.object() else { return Scenario.Condition() }
        let type = object.string("matchingType")?.uppercased() ?? "ANY"
        if type != "ANY" { value.refuse("parts of which every one must match cannot be asked for") }
        if let name = object["name"], Self.partName(value) == nil {
            name.differ("WireMock does not compare the name of a part", instead: "it is compared")
        }
        guard let name = object.string("name") ?? Self.partName(value) else {
            value.refuse("a part of any name cannot be asked for")
            return Scenario.Condition()
        }
        var part = Scenario.BodyCondition.PartCondition(name)
        if let fileName = object["fileName"] { part.fileName = fileName.string().map { .equals($0) } }
        setHeaders(object.named("headers"), of: &part)
        var texts: [Scenario.Condition.Value] = []
        for pattern in object.array("bodyPatterns") {
            guard let condition = WireMockMatcher(pattern, .body).condition else { continue }
            guard case .text(let text)? = condition.body.first, condition == Scenario.Condition(body: [.text(text)])
            else {
                pattern.refuse("of the content of a part only its text can be asked for")
                continue
            }
            texts.append(text)
        }
        part.text = texts.count > 1 ? .all(texts) : texts.first
        object.refuseRest()
        return Scenario.Condition(body: [.parts([part])])
    }

    /// The name of a part that is said in a condition on its `Content-Disposition`.
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
            guard let wanted = condition.headers.first?.value else {
                member.value.refuse("this condition on the header of a part cannot be said")
                continue
            }
            switch member.name.lowercased() {
            case "content-type": part.type = wanted
            case "content-disposition" where Self.fileName(in: wanted) != nil:
                part.fileName = Self.fileName(in: wanted).map { .equals($0) }
            case "content-disposition" where Self.isName(part.name, in: wanted): break
            default: member.value.refuse("of the headers of a part only Content-Type can be asked for")
            }
        }
    }

    /// The name of a file that a condition on `Content-Disposition` asks for.
    private static func fileName(in value: Scenario.Condition.Value) -> String? {
        guard let text = value.namedText, let start = text.firstRange(of: "filename=\"") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func isName(_ name: String, in value: Scenario.Condition.Value) -> Bool {
        value.namedText?.contains(name) ?? false
    }
}

extension Scenario.Condition.Value {
    /// The text that it asks for, all or a part.
    fileprivate var namedText: String? {
        switch self {
        case .equals(let text), .contains(let text): text
        default: nil
        }
    }
}
