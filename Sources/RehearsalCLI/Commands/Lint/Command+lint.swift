import Rehearsal
import RehearsalFiles

extension Command {
    static let lint = Command(
        name: "lint",
        summary: "checks scenarios and recordings, and says what is wrong and where",
        operands: "PATH…",
        discussion: [
            """
            Reads each file, and in a folder every *.json, *.jsonc and *.har at any depth. Findings go to standard \
            output as file:line:column: error: message, which Xcode and other editors make clickable.
            """,
            "With GITHUB_ACTIONS=true the first ten findings also become annotations of the pull request.",
        ],
        options: [
            Option("explain", "NAME", "tells what a part of a scenario may hold, and reads no file"),
            Option(flag: "json", "prints each finding as a line of JSON"),
            Option("root", "DIR", "the folder that files named by a scenario must be in", standard: "found"),
        ],
        examples: [
            Example(line: "rehearsal lint Scenarios", purpose: "everything in a folder"),
            Example(line: "rehearsal lint --explain endpoint", purpose: "what an endpoint may say"),
            Example(line: "rehearsal lint --json reservations.har", purpose: "one recording, for a script"),
        ],
        exits: [
            (.held, "no errors; there may be warnings"),
            (.usage, "there are errors, or the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            if let topic = arguments["explain"] {
                terminal.write(try explanation(of: topic))
                return .held
            }
            guard !arguments.operands.isEmpty else {
                throw UsageError("lint needs a file or a folder", hint: "try: rehearsal lint Scenarios")
            }
            let linting = Linting(root: arguments["root"], isJSON: arguments.has("json"), terminal: terminal)
            return linting.run(arguments.operands)
        }
    )

    private static func explanation(of topic: String) throws(UsageError) -> String {
        if let text = ScenarioFormat.explanation(of: topic) { return text }
        let nearest = NearestName.of(topic, in: ScenarioFormat.topics)
        throw UsageError(
            "there is no \"\(topic)\" to explain",
            hint: nearest.map { "did you mean \($0)?" } ?? "one of: \(ScenarioFormat.topics.joined(separator: ", "))"
        )
    }
}
