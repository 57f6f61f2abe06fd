import Rehearsal
import RehearsalDocuments

/// A route with an endpoint for each response with rules, and one for the default response.
struct MockoonRoute {
    private(set) var endpoints: [ImportedEndpoint] = []
    /// The collection of a data route; nil for other routes.
    private(set) var resource: Scenario.Resource?
    /// The variable that counts requests; nil if no condition depends on the count.
    private(set) var variable: String?
    /// Whether the whole route is refused.
    private(set) var isRefused = false
    private let value: ImportValue
    private let settings: MockoonSettings

    init(_ value: ImportValue, _ settings: MockoonSettings) {
        (self.value, self.settings) = (value, settings)
        let before = value.file.refusalCount
        guard let object = value.object(), let target = MockoonRouteMatch(object, below: settings.prefix) else {
            isRefused = true
            return
        }
        let type = object.string("type") ?? "http"
        let documentation = object.string("documentation") ?? ""
        object.ignore("uuid", "streamingMode", "streamingInterval")
        if let isEnabled = object["enabled"], isEnabled.bool() == false {
            isEnabled.noteDifference("the route is disabled", instead: "it is left out")
            return
        }
        let mode = mode(object)
        let responses = object.array("responses")
        switch type {
        case "crud": readData(responses, target)
        case "http": readResponses(responses, mode, target)
        default: value.refuse("routes of type \(type.quoted) are not supported")
        }
        object.noteUnreadMembers()
        isRefused = value.file.refusalCount > before && endpoints.isEmpty
        if !endpoints.isEmpty, !documentation.isEmpty { endpoints[0].comments.insert(documentation, at: 0) }
    }

    /// The rule that selects one of several responses.
    private enum Mode {
        case rules, rulesOnly, defaultOnly, inTurn
    }

    private func mode(_ object: ImportObjectReader) -> Mode {
        // Versions before 2022 had two Boolean settings instead.
        let isRandom = object.bool("randomResponse") ?? false
        let isSequential = object.bool("sequentialResponse") ?? false
        let value = object["responseMode"]
        switch value?.string() ?? (isRandom ? "RANDOM" : isSequential ? "SEQUENTIAL" : nil) {
        case nil: return .rules
        case "SEQUENTIAL": return .inTurn
        case "RANDOM":
            let instead = "the responses are sent in turn"
            (value ?? object.value).noteDifference("Mockoon selects a response at random", instead: instead)
            return .inTurn
        case "DISABLE_RULES": return .defaultOnly
        case "FALLBACK": return .rulesOnly
        case let name?:
            value?.refuse("unknown response mode \(name.quoted)")
            return .rules
        }
    }

    private mutating func readResponses(_ list: [ImportValue], _ mode: Mode, _ target: MockoonRouteMatch) {
        let number = MockoonRule.RequestNumber(route: target.label)
        let responses = list.compactMap { MockoonResponse($0, target, number, in: settings) }
        if list.isEmpty { value.refuse("the route has no responses") }
        guard let standard = responses.first(where: \.isDefault) ?? responses.first else { return }
        switch mode {
        case .inTurn: endpoints = Self.sequentialEndpoints(responses, standard, target)
        case .defaultOnly: endpoints = standard.endpoints(target)
        case .rules, .rulesOnly:
            for response in responses {
                if let condition = response.condition { endpoints += response.endpoints(target, when: condition) }
            }
            if mode == .rules { endpoints += standard.endpoints(target) }
            let counts = endpoints.contains {
                $0.endpoint.when?.allStateConditions.contains { $0.name == number.name } ?? false
            }
            if counts { count(number.name) }
        }
    }

    /// Adds a change to each endpoint that increments the request counter of the route.
    private mutating func count(_ name: String) {
        variable = name
        for index in endpoints.indices {
            endpoints[index].endpoint.then = Scenario.Change(increment: [.init(name)])
        }
    }

    /// Returns an endpoint that sends the responses in turn.
    private static func sequentialEndpoints(
        _ responses: [MockoonResponse],
        _ standard: MockoonResponse,
        _ target: MockoonRouteMatch,
    ) -> [ImportedEndpoint] {
        for response in responses where response.variants.count > 1 {
            let problem = "the responses are sent in turn, so their templates cannot depend on the request"
            response.value.refuse(problem, instead: MockoonReply.omittedConsequence)
        }
        let replies = responses.filter { $0.variants.count == 1 }.flatMap(\.variants)
        guard var endpoint = standard.endpoints(target).last, !replies.isEmpty else { return [] }
        endpoint.endpoint.replies = replies.map(\.reply)
        endpoint.endpoint.afterLast = replies.count > 1 ? .cycle : nil
        endpoint.bodyFileNames = [:]
        for (index, reply) in replies.enumerated() { endpoint.bodyFileNames[index] = reply.fileName }
        return [endpoint]
    }

    /// Imports a route with CRUD operations on a data bucket.
    private mutating func readData(_ responses: [ImportValue], _ target: MockoonRouteMatch) {
        guard let first = responses.first(where: { $0.node["default"]?.bool == true }) ?? responses.first,
            let id = first.node["databucketID"]?.string,
            let bucket = settings.environment.buckets.first(where: { $0.id == id || $0.name == id }),
            case .constant(.array(let items)) = bucket.content, target.condition.isEmpty,
            items.allSatisfy({ if case .object = $0 { true } else { false } }), !target.path.text.contains("{")
        else {
            return value.refuse("a data route needs a bucket with a list of objects, and a path without placeholders")
        }
        if bucket.hasGenerated { MockoonReply.noteGeneratedValues(bucket.value) }
        let hasLatency = settings.latency + .milliseconds(Int(first.node["latency"]?.numberText ?? "") ?? 0) > .zero
        let hasHeaders = !settings.headers.isEmpty || first.node["headers"]?.elements.contains { _ in true } ?? false
        for (isPresent, feature) in [
            (hasLatency, "a latency"), (hasHeaders, "headers"), (responses.count > 1, "several responses"),
        ]
        where isPresent {
            value.noteDifference("the data route has \(feature)", instead: "only the data is imported")
        }
        value.noteDifference(
            "Mockoon can search and sort a list, and filter it with operators",
            instead: "a scenario can only page it and filter it by equal values"
        )
        let key = first.node["crudKey"]?.string ?? "id"
        resource = Scenario.Resource(
            at: target.path,
            items: items,
            id: key.isEmpty ? "id" : key,
            paging: .page,
            pageSize: 1000,
            ids: items.contains { if case .number? = $0[key] { true } else { false } } ? .integer : .uuid
        )
    }
}

/// A response of a route.
struct MockoonResponse {
    let value: ImportValue

    /// The replies, at least one. The first one whose condition holds is sent.
    let variants: [ConditionalReply]
    private let label: String
    /// The condition of the rules; nil if the response has no rules.
    let condition: Scenario.Condition?
    let isDefault: Bool

    /// A reply for one combination of conditions in its templates.
    struct ConditionalReply {
        var reply: Scenario.Reply
        var fileName: String?
        var condition: Scenario.Condition
    }

    /// Refuses the response and returns nil if a scenario cannot express it.
    init?(
        _ value: ImportValue,
        _ target: MockoonRouteMatch,
        _ number: MockoonRule.RequestNumber,
        in settings: MockoonSettings,
    ) {
        let before = value.file.refusalCount
        guard let object = value.object() else { return nil }
        self.value = value
        var settings = settings
        settings.environment.captures = target.captures
        // These members affect only the editor and the storage of data.
        object.ignore("uuid", "crudKey")
        var reply = Scenario.Reply(object.status("statusCode"))
        reply.delay = .fixed(settings.latency + (object.milliseconds("latency") ?? .zero))
        variants = Self.variants(object, reply, settings)
        for callback in object.array("callbacks") {
            callback.noteDifference(
                "a scenario does not send requests to other servers",
                instead: "the request is not sent"
            )
        }
        label = object.string("label") ?? ""
        condition = MockoonRule.condition(object, target, number)
        isDefault = object.bool("default") ?? false
        object.noteUnreadMembers()
        if value.file.refusalCount > before { return nil }
    }

    /// Returns a reply for each combination of conditions in the templates.
    private static func variants(
        _ object: ImportObjectReader,
        _ standard: Scenario.Reply,
        _ settings: MockoonSettings,
    ) -> [ConditionalReply] {
        let file = object.value.file
        let before = file.refusalCount
        var variants: [ConditionalReply] = []
        var decisions = TemplateConditions()
        repeat {
            let reply = MockoonReply(object, over: standard, settings, decisions)
            decisions = reply.decisions
            variants.append(
                ConditionalReply(reply: reply.reply, fileName: reply.fileName, condition: decisions.condition)
            )
        } while file.refusalCount == before && decisions.advance()
        return variants
    }

    func endpoints(
        _ target: MockoonRouteMatch,
        when condition: Scenario.Condition = Scenario.Condition(),
    ) -> [ImportedEndpoint] {
        variants.map { variant in
            let when = target.condition.and(condition).and(variant.condition)
            let endpoint = Scenario.Endpoint(target.method, target.path, when: when, replies: [variant.reply])
            let comments = label.isEmpty ? [] : [label]
            return ImportedEndpoint(endpoint, at: value, comments: comments, fileName: variant.fileName)
        }
    }
}

/// The method, the path and the condition that a route requires of a request.
struct MockoonRouteMatch {
    var method: Scenario.Method
    var path: Scenario.PathPattern
    /// A condition on the URL, for a path that a path pattern cannot express exactly.
    var condition = Scenario.Condition()
    var label: String

    var captures: [String] {
        let segments = (try? path.segments()) ?? []
        return segments.compactMap { if case .capture(let name, _) = $0 { name } else { nil } }
    }

    /// Reads the method and the path of a route. If a scenario cannot express them, refuses the route and returns nil.
    init?(_ object: ImportObjectReader, below prefix: String) {
        let text = object.string("endpoint") ?? ""
        let value = object["endpoint"] ?? object.value
        let name = object.string("method") ?? ""
        let method = name.isEmpty || name == "all" ? .any : (object["method"] ?? value).method(name.uppercased())
        guard let method else { return nil }
        let segments = "\(prefix)/\(text)".split(separator: "/").map(String.init)
        self.method = method
        label = "\(method == .any ? "any" : method.rawValue) /\(segments.joined(separator: "/"))"
        let converted = segments.enumerated().map { Self.segment($0.element, isLast: $0.offset == segments.count - 1) }
        let convertedSegments = converted.compactMap(\.self)
        if convertedSegments.count == segments.count {
            let plain = "/" + convertedSegments.joined(separator: "/")
            path = Scenario.PathPattern(plain)
            guard text.hasSuffix("/"), let last = convertedSegments.last, last != "**" else { return }
            // Express matches a route that ends in a slash with and without the slash.
            let segments = String(repeating: "/[^/?]+", count: convertedSegments.count)
            guard let url = try? Scenario.Pattern("^\(segments)/?(\\?.*)?$") else { return nil }
            path = Scenario.PathPattern(plain + "/**")
            condition.url = .matches(url)
            return
        }
        do throws(TranslationError) {
            let pattern = "/" + segments.map(Self.pattern).joined(separator: "/")
            condition.url = .matches(try PatternTranslation.matchingWhole(pattern, after: #"/?(\?.*)?"#))
        } catch {
            value.refuse("no equivalent path or pattern for \(text.quoted): \(error.reason)")
            return nil
        }
        let plain = converted.prefix { $0 != nil && $0?.hasPrefix("{") == false && $0?.hasPrefix("*") == false }
        path = Scenario.PathPattern("/" + (plain.compactMap(\.self) + ["**"]).joined(separator: "/"))
    }

    /// Returns the segment in the syntax of path patterns; nil if it needs a regular expression.
    private static func segment(_ text: String, isLast: Bool) -> String? {
        if isLast, text == "*" || text == "(.*)" || text.hasPrefix("*") && isName(text.dropFirst()) { return "**" }
        if text.hasPrefix(":"), isName(text.dropFirst()) { return "{\(text.dropFirst())}" }
        guard !text.contains(where: { ":*?+()[]|{}\\".contains($0) }) else { return nil }
        return RecordedURL.pattern(for: text).text
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isAlphanumeric(or: "_") }
    }

    /// Returns the regular expression for a segment of an Express route.
    private static func pattern(_ text: String) -> String {
        var output = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case ":":
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest[name.endIndex...]
                if rest.first == "(", let end = rest.firstIndex(of: ")") {
                    output += rest[...end]
                    rest = rest[rest.index(after: end)...]
                } else {
                    output += "([^/]+)"
                }
            case "*": output += ".*"
            case ".": output += "\\."
            default: output.append(character)
            }
        }
        return output
    }
}
