package import Rehearsal

/// The content of one scenario document, before that of the documents which it extends is added.
struct ScenarioDocument: Sendable {
    /// The name; nil if the document says none.
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
    /// The variables that its templates are filled in from.
    var variables: [Proving.VariableUse] = []

    /// Another document or recording that answers what this one does not.
    struct Extension: Sendable {
        var name: String
        var node: JSONDocument.Node
    }
}

/// Scenario documents as a whole.
enum DocumentFormat {
    static let document = ObjectFormat<ScenarioDocument>(
        "scenario",
        "a scenario",
        topic: "scenario",
        new: { ScenarioDocument() },
        fields: head + policies + endpoints
    )
    .ordered(writtenLast: ["state"] + policies.map(\.key.name) + ["endpoints", "noise"])
    .after { fields, document in
        if fields.members(["endpoints", "extends", "noise", "resources", "auth"]).isEmpty {
            fields.reader.report(
                .nothingToPlay,
                at: fields.node.range.prefix(1),
                "this scenario has neither \"endpoints\" nor \"extends\", so every request is answered 501",
                hint: #"write "endpoints": [{ "get": "/", "replies": [{ "json": {} }] }]"#,
                see: "scenario",
                severity: .warning,
            )
        }
        (document.root, document.variables) = (fields.node, fields.reader.variableUses)
        return true
    }

    private static let head: [Field<ScenarioDocument>] = [
        Field("$schema", "the schema that an editor checks this document with", .any),
        Field("scenario", "the name; that of the file if nothing is said", .text, \.name),
        Field("summary", "what it is about, in a sentence", .text, \.summary),
        Field(
            "seed",
            "where draws begin (chance, random delays), so that each run has the same",
            .integer(0...UInt64.max),
            \.seed
        ),
        Field("state", "the state to begin in, or variables by name", state, \.state) { $0.isEmpty },
        Field(
            "extends",
            "documents and recordings that answer what this one does not, the first before the second",
            extensions,
            \.extends
        ) { $0.isEmpty },
        Field("network", "how connections are treated, one state after the other", NetworkFormat.states, \.network),
        Field("cors", "whether pages of other origins have leave to ask", .bool, \.cors),
    ]

    private static let policies: [Field<ScenarioDocument>] = [
        Field("auth", "who is let in", AuthFormat.auth.value, \.auth),
        Field("quotas", "how many requests are answered in a time", QuotaFormat.quota.value.list(), \.quotas),
        Field(
            "idempotency",
            "requests that have an effect once: a policy, or a list of them",
            IdempotencyFormat.idempotency.value.oneOrList,
            \.idempotency
        ),
        Field("resources", "collections that answer where no endpoint does", ResourceFormat.resources, \.resources) {
            $0.isEmpty
        },
    ]

    private static let endpoints: [Field<ScenarioDocument>] = [
        Field("endpoints", "who answers which requests", .list(.ref("endpoint"))) { fields, document in
            document.endpoints += fields.value("endpoints", EndpointFormat.endpoint.value.list()) ?? []
            return true
        } write: { document in
            let endpoints = document.endpoints.filter { !$0.isNoise }
            return EndpointFormat.endpoint.value.list().write(endpoints).map { [JSON.Member("endpoints", $0)] }
        },
        Field("noise", "paths that are answered 204 where nothing else does, and are never unexpected", noise.shape) {
            fields,
            document in
            document.endpoints += fields.value("noise", noise) ?? []
            return true
        } write: { document in
            let endpoints = document.endpoints.filter(\.isNoise)
            return endpoints.isEmpty ? [] : noise.write(endpoints).map { [JSON.Member("noise", $0)] }
        },
        Field("expect", "what clients must have done in the end", ExpectationFormat.item.list(), \.expect) { _ in true
        },
    ]

    /// The state that a scenario begins in, or its variables; written by name.
    private static let state = ValueFormat<[JSON.Member]>(.either([.string(), .map(.any)])) { value in
        if value.kind == .string { return [JSON.Member("state", value.node.value)] }
        return ChangeFormat.variables(value)
    } write: {
        .object($0)
    }

    private static let extensions = ValueFormat<ScenarioDocument.Extension>(.string()) { value in
        value.string().map { ScenarioDocument.Extension(name: $0, node: value.node) }
    } write: {
        .string($0.name)
    }
    .oneOrList

    /// Paths that are answered 204 where nothing else answers, and are never unexpected.
    private static let noise = ValueFormat<Scenario.Endpoint>(.ref("path")) { value in
        value.path().map { path in
            var endpoint = Scenario.Endpoint.noise(path)
            endpoint.place = value.reader.place(of: value.node)
            return endpoint
        }
    } write: {
        .string($0.path.text)
    }
    .list()

    /// The content of a document; nothing if it is none, which has been reported.
    static func read(_ root: JSONDocument.Node, by reader: DocumentReader) -> ScenarioDocument {
        document.read(DocumentValue(root, document.keys.what, reader)) ?? ScenarioDocument()
    }

    /// The policies of a scenario as documents write them.
    static func policyMembers(of scenario: Scenario) -> [JSON.Member] {
        document.members(of: ScenarioDocument(scenario), policies.map(\.key.name)) ?? []
    }

    static let topic = Topic(
        "scenario",
        """
        "extends" is a document or recording, or a list of them, that answers what this one does not
        "state" is what it begins in: a name, or variables: { "cart": "empty", "n": 0 }
        "noise" is a list of paths that are answered 204 where nothing else answers, and are never unexpected
        "cors": true gives pages of any origin leave to send requests (preflights that no endpoint answers are answered 204)
          and to read replies; without it replies are sent as they are written or were recorded
        """,
        example: #"{ "scenario": "outage", "extends": "happy-path", "endpoints": [] }"#
    )
}

extension ScenarioDocument {
    /// The content that says the same: endpoints, their conditions and replies, and the treatment of connections.
    ///
    /// Left out is what a document cannot say (closures, some conditions) and what no fault needs (expectations).
    fileprivate init(_ scenario: Scenario) {
        name = scenario.name
        summary = scenario.summary.isEmpty ? nil : scenario.summary
        (seed, state, endpoints) = (scenario.seed, scenario.state, scenario.endpoints)
        network = scenario.network.isEmpty ? nil : scenario.network
        (auth, resources) = (scenario.auth, scenario.resources)
        quotas = scenario.quotas.isEmpty ? nil : scenario.quotas
        idempotency = scenario.idempotency.isEmpty ? nil : scenario.idempotency
        cors = scenario.cors ? true : nil
    }
}

extension Scenario {
    /// The document that says the same: endpoints, their conditions and replies, and what happens to connections.
    ///
    /// Left out is what a document cannot say (closures, some conditions) and what no fault needs (expectations).
    package var document: JSON { DocumentFormat.document.write(ScenarioDocument(self)) ?? .object([]) }
}
