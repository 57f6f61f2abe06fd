import Rehearsal
import RehearsalDocuments

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
    mutating func add(_ source: SourceText, _ root: JSONDocument.Node, beside: @escaping (String) -> [UInt8]?) {
        let file = ImportedFile(source, .wiremock, beside: beside)
        var report = ImportReport(of: file)
        let whole = file.root(root)
        var mappings = [whole]
        if root["mappings"] != nil, let object = whole.object() {
            mappings = object.array("mappings")
            // How many there are, and how an import treats those that are there already.
            object.ignore("meta", "$schema", "importOptions")
            object.finish()
        }
        for value in mappings {
            let endpoints = file.unlessRefused { self.mapping(value) } ?? []
            if endpoints.isEmpty { report.refused += 1 } else { report.imported += 1 }
            imported.endpoints += endpoints
        }
        report.notes = file.notes
        reports.append(report)
    }

    /// Everything that was read, in the order in which WireMock asks it.
    mutating func finish() -> ImportedScenario {
        imported.state = states.map { JSON.Member($0, .string("Started")) }
        return imported
    }

    private mutating func mapping(_ value: ImportValue) -> [ImportedEndpoint] {
        guard let object = value.object() else { return [] }
        guard Self.isMapping(value.node) else {
            value.refuse("this is no mapping: nothing in it says what is asked, or what is answered")
            return []
        }
        var request = object.object("request").map { WireMockRequest($0) } ?? WireMockRequest()
        let answer = object.object("response").map { WireMockReply($0, to: request) }
        var reply = answer?.reply ?? Scenario.Reply()
        let state = self.state(object)
        if let condition = state.condition { request.ask(condition) }
        reply.then = state.change
        let priority = object.integer("priority", Int(Int32.min)...Int(Int32.max)) ?? Self.standardPriority
        let comments = Self.comments(object)
        object.finish()
        count += 1
        var endpoints = request.endpoints(at: value, replies: [reply], comments: comments, fileName: answer?.fileName)
        for index in endpoints.indices { endpoints[index].rank = -priority &* (1 << 24) &+ count }
        return endpoints
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
    private mutating func state(_ object: ImportObject) -> (condition: Scenario.Condition?, change: Scenario.Change) {
        let required = object.string("requiredScenarioState")
        let next = object.string("newScenarioState")
        guard let name = object.string("scenarioName") else {
            for member in ["requiredScenarioState", "newScenarioState"] {
                guard let value = object[member] else { continue }
                value.differ("a state without a scenarioName", instead: "it is left out, as WireMock ignores it")
            }
            return (nil, Scenario.Change())
        }
        if !states.contains(name), required != nil || next != nil { states.append(name) }
        let condition = required.map { Scenario.Condition(state: [.init(name, .equals($0))]) }
        let text = next.map(TemplateTranslation.literal)
        return (condition, Scenario.Change(set: text.map { [JSON.Member(name, .string($0))] } ?? []))
    }

    /// What a mapping says of itself, as comments; what happens after its reply is named.
    private static func comments(_ object: ImportObject) -> [String] {
        var words: [String] = []
        if let name = object.string("name") { words.append(name) }
        for member in ["id", "uuid"] {
            guard let id = object.string(member) else { continue }
            if !words.contains(where: { $0.hasSuffix(id) }) { words.append("id \(id)") }
        }
        if object.bool("persistent") == true { words.append("persistent") }
        if let value = object["metadata"], value.object() != nil {
            words.append("metadata " + String(decoding: value.node.value.bytes(), as: UTF8.self))
        }
        // The order of mappings in a running WireMock.
        object.ignore("insertionIndex")
        for name in ["postServeActions", "serveEventListeners"] {
            guard let value = object[name] else { continue }
            let isEmpty =
                !value.node.members.contains { _ in true } && !value.node.elements.contains { _ in true }
            if !isEmpty { value.differ("a scenario sends no requests of its own", instead: "nothing is sent") }
        }
        return words.isEmpty ? [] : [words.joined(separator: " · ")]
    }
}
