import Rehearsal
import RehearsalDocuments
import RehearsalLint

/// A scenario built from the files of another tool, before it is written.
package struct ImportedScenario {
    /// The name of the scenario and of its file.
    package var name: String
    var summary = ""
    /// The comment lines at the top of the document.
    var comments: [String] = []
    /// The endpoints in document order.
    var endpoints: [ImportedEndpoint] = []
    /// The initial values of the variables.
    var state: [JSON.Member] = []
    var cors = false
    var resources: [Scenario.Resource] = []

    /// The recordings that reply to requests that no endpoint matches. They become files next to the document.
    var recordings: [ImportedRecording] = []

    /// Whether the scenario has no content.
    var isEmpty: Bool { endpoints.isEmpty && resources.isEmpty && recordings.isEmpty }

    /// Whether the content is a single recording. Such a recording is converted to endpoints.
    var isOneRecording: Bool { recordings.count == 1 && endpoints.isEmpty && resources.isEmpty }

    init(name: String) { self.name = name }

    /// The scenario to write.
    var scenario: Scenario {
        Scenario(
            name,
            summary: summary,
            endpoints: endpoints.map(\.endpoint),
            state: state,
            cors: cors,
            resources: resources
        )
    }

    /// Returns one scenario with the content of several.
    ///
    /// Endpoints of earlier scenarios are matched first. A state is renamed if an earlier scenario has the same name.
    package static func merging(_ scenarios: [ImportedScenario], into name: String) -> ImportedScenario {
        var merged = ImportedScenario(name: name)
        var usedStateNames: Set<String> = []
        for (number, scenario) in scenarios.enumerated() {
            var scenario = scenario
            for variable in scenario.variables where usedStateNames.contains(variable) {
                var other = "\(scenario.name): \(variable)"
                while usedStateNames.contains(other) { other += "'" }
                scenario.rename(variable, to: other)
            }
            usedStateNames.formUnion(scenario.variables)
            for index in scenario.endpoints.indices {
                // Lower groups are matched first.
                scenario.endpoints[index].group = number
            }
            merged.endpoints += scenario.endpoints
            merged.state += scenario.state
            merged.cors = merged.cors || scenario.cors
            merged.resources += scenario.resources
            merged.recordings += scenario.recordings
            merged.comments += scenario.comments.filter { !merged.comments.contains($0) }
        }
        return merged
    }

    private var variables: [String] {
        var names = state.map(\.name)
        for endpoint in endpoints {
            names += endpoint.endpoint.when?.allStateConditions.map(\.name) ?? []
            for reply in endpoint.endpoint.replies { names += reply.then.set.map(\.name) + reply.then.remove }
        }
        var uniqueNames: Set<String> = []
        return names.filter { uniqueNames.insert($0).inserted }
    }

    private mutating func rename(_ old: String, to new: String) {
        func named(_ name: String) -> String { name == old ? new : name }
        state = state.map { JSON.Member(named($0.name), $0.value) }
        for index in endpoints.indices {
            endpoints[index].endpoint.when = endpoints[index].endpoint.when?.renamingStates(named)
            for reply in endpoints[index].endpoint.replies.indices {
                let then = endpoints[index].endpoint.replies[reply].then
                endpoints[index].endpoint.replies[reply].then = Scenario.Change(
                    set: then.set.map { JSON.Member(named($0.name), $0.value) },
                    increment: then.increment.map { Scenario.Change.Increment(named($0.name), by: $0.by) },
                    remove: then.remove.map(named),
                    capture: then.capture.map { Scenario.Change.Capture(named($0.name), at: $0.pointer) }
                )
            }
        }
    }

    /// Sets the priorities so that endpoints are matched in the order of the tool. Removes endpoints that a scenario
    /// cannot express, and those that can never match.
    ///
    /// - Parameter item: The tool's name for a part of a file, for the notes.
    /// - Returns: notes on the removed endpoints.
    package mutating func finalize(partName item: String) -> [ImportNote] {
        var notes = removeInexpressible(item)
        assignPriorities()
        notes += removeShadowed(item)
        assignPriorities()
        return notes
    }

    private mutating func assignPriorities() {
        let order = endpoints.indices.sorted { left, right in
            (endpoints[left].group, -endpoints[left].rank, left) < (
                endpoints[right].group, -endpoints[right].rank, right
            )
        }
        var turns = [Int](repeating: 0, count: endpoints.count)
        for (turn, index) in order.enumerated() { turns[index] = turn }
        for (index, endpoint) in scenario.withPriorities(producing: turns).endpoints.enumerated() {
            endpoints[index].endpoint.priority = endpoint.priority
        }
    }

    private mutating func removeInexpressible(_ item: String) -> [ImportNote] {
        var notes: [ImportNote] = []
        endpoints.removeAll { imported in
            guard let reason = imported.endpoint.inexpressibleReason else { return false }
            notes.append(imported.value.note(.refusal, reason, instead: "the \(item) is left out"))
            return true
        }
        return notes
    }

    private mutating func removeShadowed(_ item: String) -> [ImportNote] {
        guard let compiledScenario = try? CompiledScenario(scenario) else { return [] }
        let orders = compiledScenario.endpoints.map(\.sourceIndex)
        var removed: Set<Int> = []
        var notes: [ImportNote] = []
        for shadow in compiledScenario.shadows(inLayer: 0) {
            let (index, other) = (orders[shadow.endpoint], orders[shadow.coveringEndpoint])
            guard removed.insert(index).inserted else { continue }
            let by = endpoints[other]
            let source = by.value.file.source
            let location = "\(source.path):\(source.line(of: by.value.node.range.lowerBound))"
            let problem =
                "it never matches: the \(item) at \(location) is matched first and matches all of its requests"
            notes.append(endpoints[index].value.note(.difference, problem, instead: "it is left out"))
        }
        endpoints = endpoints.indices.filter { !removed.contains($0) }.map { endpoints[$0] }
        return notes
    }
}

extension Scenario.Condition {
    fileprivate func renamingStates(_ named: (String) -> String) -> Scenario.Condition {
        var condition = self
        condition.state = state.map { Named(named($0.name), $0.value) }
        condition.all = all.map { $0.renamingStates(named) }
        condition.any = any.map { $0.renamingStates(named) }
        condition.not = not.map { $0.renamingStates(named) }
        return condition
    }
}

extension Scenario.Endpoint {
    /// The reason why a scenario cannot express the endpoint; nil if it can.
    fileprivate var inexpressibleReason: String? {
        if let when, when.document == nil {
            return "it has several conditions on one name, which a scenario cannot combine"
        }
        let document = Scenario("", endpoints: [self]).document
        let loaded = ScenarioFiles.loadText(document.bytes(), path: "")
        return loaded.diagnostics.first { $0.severity == .error }.map { "a scenario cannot express it: \($0.message)" }
    }
}

/// An endpoint that was created from a part of an imported file.
struct ImportedEndpoint {
    var endpoint: Scenario.Endpoint
    /// The comment lines above the endpoint, such as the name of the part.
    var comments: [String] = []
    /// The part in the imported file.
    var value: ImportValue
    /// The index of the scenario before a merge. Lower groups are matched first.
    var group = 0
    /// The rank in the group. Higher ranks are matched first, whatever their paths, and equal ranks in list order.
    var rank = 0
    /// The names of body files by the index of the reply.
    var bodyFileNames: [Int: String] = [:]

    init(_ endpoint: Scenario.Endpoint, at value: ImportValue, comments: [String] = [], fileName: String? = nil) {
        (self.endpoint, self.value, self.comments) = (endpoint, value, comments)
        if endpoint.when?.isEmpty == true { self.endpoint.when = nil }
        bodyFileNames[0] = fileName
    }
}

/// The method, the path and the conditions that an imported part requires of a request.
protocol ImportedRequest {
    var methods: [Scenario.Method] { get }
    var path: Scenario.PathPattern { get }
    var condition: Scenario.Condition { get set }
}

extension ImportedRequest {
    mutating func require(_ other: Scenario.Condition) { condition = condition.and(other) }

    /// Returns an endpoint for each method.
    ///
    /// - Parameter fileName: The name of the body file of the first reply.
    func endpoints(
        at value: ImportValue,
        replies: [Scenario.Reply],
        comments: [String] = [],
        fileName: String? = nil,
    ) -> [ImportedEndpoint] {
        methods.map { method in
            let endpoint = Scenario.Endpoint(method, path, when: condition, replies: replies)
            return ImportedEndpoint(endpoint, at: value, comments: comments, fileName: fileName)
        }
    }
}
