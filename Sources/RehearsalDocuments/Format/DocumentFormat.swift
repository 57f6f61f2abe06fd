package import Rehearsal

/// The content of one scenario document, without the documents that it extends.
struct ScenarioDocument: Sendable {
    /// The name; nil if the document has none.
    var name: String?
    var summary: String?
    var seed: UInt64?
    var state: [JSON.Member] = []
    var endpoints: [Scenario.Endpoint] = []
    var extends: [Extension] = []
    var expect: [Scenario.Expectation] = []
    /// The states of connections; nil if the document has no `network`.
    var network: [Scenario.Network]?
    /// The authentication policy; nil if the document has none.
    var auth: Scenario.Auth?
    /// The quotas; nil if the document has no `quotas`.
    var quotas: [Scenario.Quota]?
    /// The idempotency policies; nil if the document has none.
    var idempotency: [Scenario.Idempotency]?
    var resources: [Scenario.Resource] = []
    /// Whether cross-origin requests are permitted; nil if the document has no `cors`.
    var cors: Bool?
    /// The OpenAPI document that exchanges must conform to; nil if the document has no `contract`.
    var contract: Contract?

    /// The root node of the document; nil for a recording.
    var root: JSONDocument.Node?
    /// The variables that the templates of the document use.
    var variables: [LintChecks.VariableUse] = []

    /// A reference to an OpenAPI document.
    struct Contract: Sendable {
        /// The path as in the document.
        var name: String
        /// The path for messages; nil for a file that does not exist.
        var path: String?
        /// The absolute path of the folder that must contain all files.
        var root: String?
    }

    /// A document or recording that this one extends, and that answers the requests that this one does not match.
    struct Extension: Sendable {
        var name: String
        var node: JSONDocument.Node
    }
}

/// The format of a whole document.
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

    private static let head: [KeyFormat<ScenarioDocument>] = [
        KeyFormat("$schema", "the JSON Schema with which editors check this document", .any),
        KeyFormat("scenario", "the name; by default the name of the file", .text, \.name),
        KeyFormat("summary", "a description in one sentence", .text, \.summary),
        KeyFormat(
            "seed",
            "the seed of random values (chance, random delays), so that every run draws the same values",
            .integer(0...UInt64.max),
            \.seed
        ),
        KeyFormat("state", "the initial state, or initial values of variables by name", state, \.state) { $0.isEmpty },
        KeyFormat(
            "extends",
            "documents and recordings that answer the requests that this one does not match, in order of precedence",
            extensions,
            \.extends
        ) { $0.isEmpty },
        KeyFormat(
            "network",
            "the treatment of new connections, as a list of consecutive states",
            NetworkFormat.states,
            \.network
        ),
        KeyFormat("cors", "whether pages of other origins may send requests", .bool, \.cors),
        KeyFormat(
            "contract",
            "an OpenAPI document, against which serve, run and lint check requests and replies",
            contract,
            \.contract
        ),
    ]

    private static let policies: [KeyFormat<ScenarioDocument>] = [
        KeyFormat(
            "auth",
            "the tokens that requests must have",
            .deferred(.ref("auth"), AuthFormat.auth.value),
            \.auth
        ),
        KeyFormat(
            "quotas",
            "limits on the number of requests in a time window",
            .deferred(.list(.ref("quota")), QuotaFormat.quota.value.list()),
            \.quotas
        ),
        KeyFormat(
            "idempotency",
            "requests whose repetition is answered with the stored reply: a policy, or a list of policies",
            .deferred(
                .anyOf([.ref("idempotency"), .list(.ref("idempotency"))]),
                IdempotencyFormat.idempotency.value.oneOrList
            ),
            \.idempotency
        ),
        KeyFormat(
            "resources",
            "collections of items, which answer the requests that no endpoint matches",
            .deferred(.list(.ref("resource")), ResourceFormat.resources),
            \.resources
        ) {
            $0.isEmpty
        },
    ]

    private static let endpoints: [KeyFormat<ScenarioDocument>] = [
        KeyFormat("endpoints", "the requests that the server answers, and the replies", .list(.ref("endpoint"))) {
            fields,
            document in
            document.endpoints += fields.value("endpoints", EndpointFormat.endpoint.value.list()) ?? []
            return true
        } write: { document in
            let endpoints = document.endpoints.filter { !$0.isNoise }
            return EndpointFormat.endpoint.value.list().write(endpoints).map { [JSON.Member("endpoints", $0)] }
        },
        KeyFormat(
            "noise",
            "paths that are answered 204 if nothing else matches, and do not count as unexpected",
            noise.shape
        ) {
            fields,
            document in
            document.endpoints += fields.value("noise", noise) ?? []
            return true
        } write: { document in
            let endpoints = document.endpoints.filter(\.isNoise)
            return endpoints.isEmpty ? [] : noise.write(endpoints).map { [JSON.Member("noise", $0)] }
        },
        KeyFormat(
            "expect",
            "the requests that clients are expected to send",
            .deferred(.list(.ref("expectation")), ExpectationFormat.item.list()),
            \.expect
        ) { _ in true
        },
    ]

    /// The format of the initial state or variables; written as variables by name.
    private static let state = ValueFormat<[JSON.Member]>(.anyOf([.string(), .dictionary(.any)])) { value in
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

    private static let contract = ValueFormat<ScenarioDocument.Contract>(.string()) { value in
        guard let name = value.string() else { return nil }
        guard let library = value.reader.files(for: value.node) else { return nil }
        let candidates = [FilePath.join(FilePath.folder(of: value.reader.source.path), name)]
        guard let found = value.reader.locate(name, candidates, at: value.node, in: library) else { return nil }
        return ScenarioDocument.Contract(name: name, path: found.shown, root: library.root.path)
    } write: {
        .string($0.name)
    }

    /// The format of paths that are answered 204 if nothing else matches.
    private static let noise = ValueFormat<Scenario.Endpoint>(.ref("path")) { value in
        value.path().map { path in
            var endpoint = Scenario.Endpoint.noise(path)
            endpoint.sourceLocation = value.reader.place(of: value.node)
            return endpoint
        }
    } write: {
        .string($0.path.text)
    }
    .list()

    /// Returns the content of a document; reports an error and returns an empty one if the root is not an object.
    static func read(_ root: JSONDocument.Node, by reader: DocumentReader) -> ScenarioDocument {
        document.read(DocumentValue(root, document.keys.noun, reader)) ?? ScenarioDocument()
    }

    /// Returns the members of a document for the policies of a scenario.
    static func policyMembers(of scenario: Scenario) -> [JSON.Member] {
        let hasPolicies =
            scenario.auth != nil || !scenario.quotas.isEmpty || !scenario.idempotency.isEmpty
            || !scenario.resources.isEmpty
        guard hasPolicies else { return [] }
        return document.members(of: ScenarioDocument(scenario), policies.map(\.key.name)) ?? []
    }

    static let topic = Topic(
        "scenario",
        """
        "extends" is a document or recording, or a list of them, that answers the requests that this one does not match
        "state" is the initial state: a name, or variables: { "cart": "empty", "n": 0 }
        "noise" is a list of paths that are answered 204 if nothing else matches, and do not count as unexpected
        "cors": true permits pages of any origin to send requests and to read replies; preflights that no endpoint matches
          are answered 204; without "cors", replies have only the header fields that are written or recorded
        """,
        example: #"{ "scenario": "outage", "extends": "happy-path", "endpoints": [] }"#
    )
}

extension ScenarioDocument {
    /// Creates the equivalent document content: endpoints, conditions, replies, policies and the states of connections.
    ///
    /// It omits expectations, and parts that a document cannot express (closures, some conditions).
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
    /// The equivalent document: endpoints, conditions, replies, policies and the states of connections.
    ///
    /// It omits expectations, and parts that a document cannot express (closures, some conditions).
    package var document: JSON { DocumentFormat.document.write(ScenarioDocument(self)) ?? .object([]) }
}
