import Rehearsal

/// What one scenario document says, before what it extends is added.
struct ScenarioDocument {
    /// Without the names that the document leaves out: nil.
    var name: String?
    var summary: String?
    var seed: UInt64?
    var state: [JSON.Member] = []
    var endpoints: [Scenario.Endpoint] = []
    var extends: [Extension] = []
    var expect: [Scenario.Expectation] = []
    /// Nil if the document says nothing about connections.
    var network: [Scenario.Network]?
    /// Nil if the document says nothing about it.
    var auth: Scenario.Auth?
    /// Nil if the document says nothing about them.
    var quotas: [Scenario.Quota]?
    /// Nil if the document says nothing about it.
    var idempotency: [Scenario.Idempotency]?
    var resources: [Scenario.Resource] = []
    /// Nil if it says nothing about other origins.
    var cors: Bool?

    /// The whole of it: where what it says stands. Nil for a recording.
    var root: JSONDocument.Node?
    /// What its templates are filled in from, of what other replies set.
    var variables: [VariableUse] = []

    /// A variable that a template names, and where.
    struct VariableUse {
        var name: String
        var range: Range<Int>
    }

    /// Another document or recording that answers what this one does not.
    struct Extension {
        var name: String
        var node: JSONDocument.Node
    }
}

extension DocumentReader {
    mutating func document(_ root: JSONDocument.Node) -> ScenarioDocument {
        var document = ScenarioDocument()
        guard let fields = fields(of: root, .document) else { return document }
        document.root = root
        document.name = string(fields["scenario"], in: "\"scenario\"")
        document.summary = string(fields["summary"], in: "\"summary\"")
        document.seed = integer(fields["seed"], in: "\"seed\"", 0...UInt64.max)
        if let extends = fields["extends"] { document.extends = extensions(extends) }
        document.state = fields["state"].map { initialState($0) } ?? []
        document.cors = fields["cors"].flatMap { bool($0, in: "\"cors\"") }
        document.network = fields["network"].flatMap { network($0) }
        document.auth = fields["auth"].flatMap { auth($0) }
        document.quotas = fields["quotas"].map { quotas($0) }
        document.idempotency = fields["idempotency"].map { idempotency($0) }
        document.resources = fields["resources"].map { resources($0) } ?? []
        if let endpoints = fields["endpoints"], expect(endpoints, .array, in: "\"endpoints\"") {
            for element in endpoints.elements {
                if let endpoint = endpoint(element) { document.endpoints.append(endpoint) }
            }
        }
        if let node = fields["noise"] { document.endpoints += noise(node) }
        if let expect = fields["expect"], self.expect(expect, .array, in: "\"expect\"") {
            for element in expect.elements {
                if let expectation = expectation(element) { document.expect.append(expectation) }
            }
        }
        if ["endpoints", "extends", "noise", "resources", "auth"].allSatisfy({ fields[$0] == nil }) {
            report(
                .nothingToPlay,
                at: root.range.prefix(1),
                "this scenario has neither \"endpoints\" nor \"extends\", so every request is answered 501",
                hint: #"write "endpoints": [{ "get": "/", "replies": [{ "json": {} }] }]"#,
                see: "scenario",
                severity: .warning,
            )
        }
        document.variables = variableUses
        return document
    }

    private mutating func extensions(_ node: JSONDocument.Node) -> [ScenarioDocument.Extension] {
        let nodes = node.kind == .array ? Array(node.elements) : [node]
        return nodes.compactMap { element in
            string(element, in: "\"extends\"").map { ScenarioDocument.Extension(name: $0, node: element) }
        }
    }

    /// Paths that are answered 204 where nothing else answers, and are never unexpected.
    private mutating func noise(_ node: JSONDocument.Node) -> [Scenario.Endpoint] {
        guard expect(node, .array, in: "\"noise\"") else { return [] }
        var endpoints: [Scenario.Endpoint] = []
        for element in node.elements {
            guard let path = path(element, in: "\"noise\"") else { continue }
            var endpoint = Scenario.Endpoint.noise(path)
            endpoint.place = "\(source.path):\(source.line(of: element.range.lowerBound))"
            endpoints.append(endpoint)
        }
        return endpoints
    }
}
