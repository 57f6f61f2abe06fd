import Rehearsal
import RehearsalDocuments
import RehearsalLint

/// A scenario made of what another tool's files say, before it is written.
package struct ImportedScenario {
    /// What it is called, and its file.
    package var name: String
    var summary = ""
    /// What stands above it as comments.
    var comments: [String] = []
    /// In the order in which they are written.
    var endpoints: [ImportedEndpoint] = []
    /// Variables as they are when it begins.
    var state: [JSON.Member] = []
    var cors = false
    var resources: [Scenario.Resource] = []

    /// Recordings that answer what no endpoint does, in files beside the document.
    var recordings: [ImportedRecording] = []

    /// Whether there is nothing in it to play.
    var isEmpty: Bool { endpoints.isEmpty && resources.isEmpty && recordings.isEmpty }

    /// Whether it is a recording and nothing else, so that a scenario is derived from it.
    var isOneRecording: Bool { recordings.count == 1 && endpoints.isEmpty && resources.isEmpty }

    init(name: String) { self.name = name }

    /// The scenario that a document is written of.
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

    /// Several as one: what stands first is asked first, and states of the same name are kept apart.
    package static func merging(_ scenarios: [ImportedScenario], into name: String) -> ImportedScenario {
        var merged = ImportedScenario(name: name)
        var taken: Set<String> = []
        for (number, scenario) in scenarios.enumerated() {
            var scenario = scenario
            for variable in scenario.variables where taken.contains(variable) {
                var other = "\(scenario.name): \(variable)"
                while taken.contains(other) { other += "'" }
                scenario.rename(variable, to: other)
            }
            taken.formUnion(scenario.variables)
            for index in scenario.endpoints.indices {
                // Whole scenarios one after the other, each in an order of its own.
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

    /// The names of its variables.
    private var variables: [String] {
        var names = state.map(\.name)
        for endpoint in endpoints {
            names += endpoint.endpoint.when?.stateNames.map(\.name) ?? []
            for reply in endpoint.endpoint.replies { names += reply.then.set.map(\.name) + reply.then.remove }
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
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

    /// Lets endpoints be asked in the order in which the tool asks them, and leaves out what no scenario can play.
    ///
    /// - Returns: what was left out, and what never answers.
    package mutating func settle(_ item: String) -> [ImportNote] {
        var notes = leaveOutUnplayable(item)
        setPriorities()
        notes += leaveOutShadows(item)
        setPriorities()
        return notes
    }

    private mutating func setPriorities() {
        let order = endpoints.indices.sorted { left, right in
            (endpoints[left].group, -endpoints[left].rank, left) < (
                endpoints[right].group, -endpoints[right].rank, right
            )
        }
        var turns = [Int](repeating: 0, count: endpoints.count)
        for (turn, index) in order.enumerated() { turns[index] = turn }
        for (index, endpoint) in scenario.asked(in: turns).endpoints.enumerated() {
            endpoints[index].endpoint.priority = endpoint.priority
        }
    }

    private mutating func leaveOutUnplayable(_ item: String) -> [ImportNote] {
        var notes: [ImportNote] = []
        endpoints.removeAll { imported in
            guard let reason = imported.endpoint.unplayable else { return false }
            notes.append(imported.value.note(.refusal, reason, instead: "the \(item) is left out"))
            return true
        }
        return notes
    }

    private mutating func leaveOutShadows(_ item: String) -> [ImportNote] {
        guard let playbook = try? Playbook(scenario) else { return [] }
        let orders = playbook.endpoints.map(\.order)
        var left: Set<Int> = []
        var notes: [ImportNote] = []
        for shadow in playbook.shadows(inLayer: 0) {
            let (index, other) = (orders[shadow.endpoint], orders[shadow.by])
            guard left.insert(index).inserted else { continue }
            let by = endpoints[other]
            let place = by.value.file.source.path + ":\(by.value.file.source.line(of: by.value.node.range.lowerBound))"
            let problem =
                "it never answers: the \(item) at \(place) is asked before it and takes every request that it takes"
            notes.append(endpoints[index].value.note(.difference, problem, instead: "it is left out"))
        }
        endpoints = endpoints.indices.filter { !left.contains($0) }.map { endpoints[$0] }
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
    /// Why no scenario can hold it; nil if one can.
    fileprivate var unplayable: String? {
        if let when, when.document == nil {
            return "its conditions ask the same name twice in a way that no document can say"
        }
        let document = Scenario("", endpoints: [self]).document
        let loaded = ScenarioFiles.loadText(document.bytes(), path: "")
        return loaded.diagnostics.first { $0.severity == .error }.map { "no scenario can hold it: \($0.message)" }
    }
}

/// An endpoint that an imported file asks for, and what a reader of the scenario should know of it.
struct ImportedEndpoint {
    var endpoint: Scenario.Endpoint
    /// What stands above it as comments: a name, and where it comes from.
    var comments: [String] = []
    /// Where it stands in the imported file.
    var value: ImportValue
    /// Lower ones are asked first: which of several scenarios it comes from.
    var group = 0
    /// Within a group higher ones are asked first, whatever their paths; among equal ones, in the order of the list.
    var rank = 0
    /// What bodies that are files are called, by the index of the reply.
    var fileNames: [Int: String] = [:]

    init(_ endpoint: Scenario.Endpoint, at value: ImportValue, comments: [String] = [], fileName: String? = nil) {
        (self.endpoint, self.value, self.comments) = (endpoint, value, comments)
        if endpoint.when?.asksNothing == true { self.endpoint.when = nil }
        fileNames[0] = fileName
    }
}

/// What a part of an imported file asks of a request.
protocol ImportedRequest {
    var methods: [Scenario.Method] { get }
    var path: Scenario.PathPattern { get }
    var condition: Scenario.Condition { get set }
}

extension ImportedRequest {
    /// Asks for one condition more.
    mutating func ask(_ other: Scenario.Condition) { condition = condition.and(other) }

    /// An endpoint for each of its methods.
    ///
    /// - Parameter fileName: of the body of the first reply.
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
