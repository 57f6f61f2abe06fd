import Rehearsal
import RehearsalDocuments

extension Call {
    /// The scenario that came with the call, or that it names.
    func scenario() throws(Refusal) -> Scenario {
        let loaded: ScenarioFiles.Loaded
        if let document = values["scenario"] {
            loaded = ScenarioFiles.loadText(document.bytes(), path: "scenario")
        } else {
            let path = text("file") ?? ""
            // What is said of a broken file says something about the file.
            guard isOwner else { throw Admission.unauthorized("Only who holds the server's token may name a file.") }
            loaded = settings.load(path)
        }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        guard let scenario = loaded.scenario, errors.isEmpty else { throw Refusal(errors) }
        return scenario
    }
}
