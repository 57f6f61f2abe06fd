import Rehearsal
import RehearsalDocuments

extension ImportedScenario {
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
