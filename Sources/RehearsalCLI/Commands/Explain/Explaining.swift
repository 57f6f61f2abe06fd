import Rehearsal
import RehearsalDocuments

/// One run of `explain`.
struct Explaining: Sendable {
    let options: ExplainOptions
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let loaded = Documents.load(options.paths, ScenarioFiles.Options(root: options.root))
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard let scenario = loaded.scenario else { return .usage }
        let playbook: Playbook
        do throws(Playbook.Malformed) {
            playbook = try Playbook(scenario)
        } catch {
            throw UsageError("\(scenario.name.quoted) cannot be played: \(error.description.printable)")
        }
        let explanation = try explanation(from: playbook)
        if options.isJSON {
            let json = ExplanationListing(explanation: explanation, playbook: playbook, options: options).json
            terminal.write(String(decoding: json.bytes(pretty: true), as: UTF8.self))
        } else {
            let style = terminal.style(for: terminal.output)
            let page = ExplanationPage(explanation: explanation, playbook: playbook, options: options, style: style)
            terminal.write(page.text)
        }
        return explanation.answer == nil && explanation.policy == nil ? .failed : .held
    }

    private func explanation(from playbook: Playbook) throws(UsageError) -> Explanation {
        let state = PlayState(playbook, changed: options.state)
        let arrival = Playbook.Arrival(isReused: options.isReused)
        return try options.request.asking { head, bytes in
            playbook.explain(head, in: bytes, body: options.request.body, arrival, at: state)
        }
    }
}
