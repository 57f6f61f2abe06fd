import Rehearsal
import RehearsalDocuments

/// An import of WireMock mappings of version 3 and earlier.
///
/// Of several matching mappings the one with the lowest `priority` value wins, then the one that was added last.
struct WireMockImport {
    private(set) var imported: ImportedScenario
    private(set) var reports: [ImportReport] = []
    /// The names of the WireMock scenarios, each of which becomes a variable.
    private var scenarioNames: [String] = []
    /// The number of mappings so far. Of equal priorities, the mapping with the highest number is matched first.
    private var count = 0

    /// The priority of a mapping without `priority`.
    private static let standardPriority = 5

    init(name: String) { imported = ImportedScenario(name: name) }

    /// Imports the mappings of one file.
    mutating func add(_ source: SourceText, _ root: JSONDocument.Node, beside: @escaping (String) -> [UInt8]?) {
        let file = ImportedFile(source, .wiremock, beside: beside)
        var report = ImportReport(of: file)
        let document = file.root(root)
        var mappings = [document]
        if root["mappings"] != nil, let object = document.object() {
            mappings = object.array("mappings")
            // These members count the mappings or control how WireMock imports them.
            object.ignore("meta", "$schema", "importOptions")
            object.noteUnreadMembers()
        }
        for value in mappings {
            let endpoints = file.unlessRefused { self.mapping(value) } ?? []
            if endpoints.isEmpty { report.refusedCount += 1 } else { report.importedCount += 1 }
            imported.endpoints += endpoints
        }
        report.notes = file.notes
        reports.append(report)
    }

    /// Returns the scenario with all mappings, in the matching order of WireMock.
    mutating func finish() -> ImportedScenario {
        imported.state = scenarioNames.map { JSON.Member($0, .string("Started")) }
        return imported
    }

    private mutating func mapping(_ value: ImportValue) -> [ImportedEndpoint] {
        guard let object = value.object() else { return [] }
        guard Self.isMapping(value.node) else {
            value.refuse("this is not a mapping: it has no known member of a request or a response")
            return []
        }
        var request = object.object("request").map { WireMockRequest($0) } ?? WireMockRequest()
        let answer = object.object("response").map { WireMockReply($0, to: request) }
        var reply = answer?.reply ?? Scenario.Reply()
        let state = self.state(object)
        if let condition = state.condition { request.require(condition) }
        reply.then = state.change
        let priority = object.integer("priority", Int(Int32.min)...Int(Int32.max)) ?? Self.standardPriority
        let comments = Self.comments(object)
        object.noteUnreadMembers()
        count += 1
        var endpoints = request.endpoints(at: value, replies: [reply], comments: comments, fileName: answer?.fileName)
        for index in endpoints.indices { endpoints[index].rank = -priority &* (1 << 24) &+ count }
        return endpoints
    }

    /// Whether the object has a known request or response member, or only members of mappings.
    private static func isMapping(_ node: JSONDocument.Node) -> Bool {
        let mappingMembers: Set<String> = [
            "request", "response", "id", "uuid", "name", "priority", "persistent", "metadata", "scenarioName",
            "requiredScenarioState", "newScenarioState", "postServeActions", "serveEventListeners", "insertionIndex",
        ]
        if node.members.allSatisfy({ mappingMembers.contains($0.name) }) { return true }
        let requestMembers = ["method", "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
        let responseMembers = [
            "status", "body", "jsonBody", "base64Body", "bodyFileName", "headers", "fault", "proxyBaseUrl",
        ]
        return requestMembers.contains { node["request"]?[$0] != nil }
            || responseMembers.contains { node["response"]?[$0] != nil }
    }

    /// Returns the state condition and the state change of a mapping. The state of a WireMock scenario is a variable.
    private mutating func state(_ object: ImportObjectReader) -> (
        condition: Scenario.Condition?, change: Scenario.Change
    ) {
        let required = object.string("requiredScenarioState")
        let next = object.string("newScenarioState")
        guard let name = object.string("scenarioName") else {
            for member in ["requiredScenarioState", "newScenarioState"] {
                guard let value = object[member] else { continue }
                value.noteDifference(
                    "a state has no effect without a scenarioName",
                    instead: "it is left out, as in WireMock"
                )
            }
            return (nil, Scenario.Change())
        }
        if !scenarioNames.contains(name), required != nil || next != nil { scenarioNames.append(name) }
        let condition = required.map { Scenario.Condition(state: [.init(name, .equals($0))]) }
        let text = next.map(TemplateTranslation.escapingBraces)
        return (condition, Scenario.Change(set: text.map { [JSON.Member(name, .string($0))] } ?? []))
    }

    /// Returns a comment with the name, id and metadata of a mapping. Adds notes on its actions after the reply.
    private static func comments(_ object: ImportObjectReader) -> [String] {
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
        // `insertionIndex` is the position of the mapping in a running WireMock, not in the file.
        object.ignore("insertionIndex")
        for name in ["postServeActions", "serveEventListeners"] {
            guard let value = object[name] else { continue }
            let isEmpty =
                !value.node.members.contains { _ in true } && !value.node.elements.contains { _ in true }
            if !isEmpty {
                value.noteDifference(
                    "a scenario does not send requests to other servers",
                    instead: "the request is not sent"
                )
            }
        }
        return words.isEmpty ? [] : [words.joined(separator: " · ")]
    }
}
