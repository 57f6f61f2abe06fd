import Rehearsal

/// Reads WireMock's mappings (version 3, and what older ones wrote).
///
/// Among mappings that take a request the lower `priority` answers, then the one that was added last.
struct WireMockImport {
    private(set) var imported: ImportedScenario
    private(set) var reports: [ImportReport] = []
    /// Scenarios of WireMock by their names, with all states that are told of them.
    private var states: [String] = []
    /// The number of mappings so far: a later one is asked first.
    private var count = 0

    /// The priority of a mapping that says none.
    private static let standardPriority = 5

    init(name: String) { imported = ImportedScenario(name: name) }

    /// Reads the mappings of one file.
    mutating func add(_ source: SourceText, _ root: JSONDocument.Node, file: @escaping (String) -> [UInt8]?) {
        var reader = ImportReader(source, .wiremock)
        reader.file = file
        var report = ImportReport(path: source.path, format: .wiremock)
        let whole = ImportValue(node: root, path: "")
        var mappings = [whole]
        if root["mappings"] != nil, let object = reader.object(whole) {
            mappings = reader.array(object["mappings"])
            // How many there are, and how an import treats those that are there already.
            object.ignore("meta", "$schema", "importOptions")
            reader.finish(object)
        }
        for value in mappings {
            let endpoints = reader.unlessRefused { self.mapping(value, &$0) }
            if let endpoints, !endpoints.isEmpty {
                report.imported += 1
                imported.endpoints += endpoints
            } else {
                report.refused += 1
            }
        }
        report.notes = reader.notes
        reports.append(report)
    }

    /// Everything that was read, in the order in which WireMock asks it.
    mutating func finish() -> ImportedScenario {
        imported.state = states.map { JSON.Member($0, .string("Started")) }
        return imported
    }

    private mutating func mapping(_ value: ImportValue, _ reader: inout ImportReader) -> [ImportedEndpoint] {
        guard let object = reader.object(value) else { return [] }
        guard Self.isMapping(value.node) else {
            reader.refuse(value, "this is no mapping: nothing in it says what is asked, or what is answered")
            return []
        }
        var request = reader.object(object["request"]).map { reader.wireMockRequest($0) } ?? WireMockRequest()
        var reply = Scenario.Reply()
        var fileName: String?
        if let response = object["response"].flatMap({ reader.object($0) }) {
            (reply, fileName) = reader.wireMockReply(response, to: request)
        }
        let state = self.state(object, &reader)
        if let condition = state.condition { request.condition = request.condition.and(condition) }
        reply.then = state.change
        let priority = reader.integer(object["priority"], Int(Int32.min)...Int(Int32.max)) ?? Self.standardPriority
        let comments = reader.wireMockComments(object)
        reader.finish(object)
        count += 1
        let when = request.condition.asksNothing ? nil : request.condition
        return request.methods.map { method in
            var endpoint = ImportedEndpoint(
                endpoint: Scenario.Endpoint(method, request.path, when: when, replies: [reply]),
                comments: comments,
                value: value,
                source: reader.source
            )
            endpoint.rank = -priority &* (1 << 24) &+ count
            if let fileName { endpoint.fileNames[0] = fileName }
            return endpoint
        }
    }

    /// Whether it asks or answers anything, or has nothing in it but members of a mapping.
    private static func isMapping(_ node: JSONDocument.Node) -> Bool {
        let known: Set<String> = [
            "request", "response", "id", "uuid", "name", "priority", "persistent", "metadata", "scenarioName",
            "requiredScenarioState", "newScenarioState", "postServeActions", "serveEventListeners", "insertionIndex",
        ]
        if node.members.allSatisfy({ known.contains($0.name) }) { return true }
        let asks = ["method", "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
        let answers = ["status", "body", "jsonBody", "base64Body", "bodyFileName", "headers", "fault", "proxyBaseUrl"]
        return asks.contains { node["request"]?[$0] != nil } || answers.contains { node["response"]?[$0] != nil }
    }

    /// What a mapping asks of a scenario of WireMock, and what it makes of it: one variable for each of them.
    private mutating func state(
        _ object: ImportObject,
        _ reader: inout ImportReader,
    ) -> (condition: Scenario.Condition?, change: Scenario.Change) {
        let required = reader.string(object["requiredScenarioState"])
        let next = reader.string(object["newScenarioState"])
        guard let name = reader.string(object["scenarioName"]) else {
            for member in ["requiredScenarioState", "newScenarioState"] {
                guard let value = object[member] else { continue }
                reader.differ(
                    value,
                    "a state without a scenarioName",
                    instead: "it is left out, as WireMock ignores it"
                )
            }
            return (nil, Scenario.Change())
        }
        if !states.contains(name), required != nil || next != nil { states.append(name) }
        let condition = required.map { Scenario.Condition(state: [.init(name, .equals($0))]) }
        let text = next.map(TemplateTranslation.literal)
        return (condition, Scenario.Change(set: text.map { [JSON.Member(name, .string($0))] } ?? []))
    }
}

/// What a mapping asks of a request.
struct WireMockRequest {
    var methods: [Scenario.Method] = [.any]
    var path: Scenario.PathPattern = "/**"
    var condition = Scenario.Condition()
    /// The segments of the path as far as they are known: what a template may name by number.
    var segments: [Segment] = []

    enum Segment {
        case literal(String)
        case capture(String)
    }
}
