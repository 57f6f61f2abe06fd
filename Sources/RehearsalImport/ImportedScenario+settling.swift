import Rehearsal
import RehearsalDocuments

extension ImportedScenario {
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
