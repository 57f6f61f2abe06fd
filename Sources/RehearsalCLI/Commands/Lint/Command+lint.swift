import Rehearsal
import RehearsalDocuments

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
            """
            Beside mistakes it warns of what can be proven: an endpoint that never answers, a reply or a state that is \
            never reached, two endpoints that only their order tells apart, a fault that no client can see, and secrets \
            in recordings. Nothing is guessed; each finding has a code in --json.
            """,
            "With GITHUB_ACTIONS=true the first ten findings also become annotations of the pull request.",
        ],
        options: [
            Option("explain", "NAME", "tells what a part of a scenario may hold, or what a key is for; reads no file"),
            Option(flag: "json", "prints each finding as a line of JSON"),
            Option(
                "older-than",
                "AGE",
                "warns of files that are older: 90d, 12w, 36h; a recording is as old as its newest"
                    + " exchange"
            ),
            Option("root", "DIR", "the folder that files named by a scenario must be in", standard: "found"),
        ],
        examples: [
            Example(line: "rehearsal lint Scenarios", purpose: "everything in a folder"),
            Example(line: "rehearsal lint --explain endpoint", purpose: "what an endpoint may say"),
            Example(line: "rehearsal lint --older-than 90d Recordings", purpose: "what has to be recorded again"),
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
            let linting = Linting(
                root: arguments["root"],
                isJSON: arguments.has("json"),
                proving: Proving(now: WallClock.seconds, oldest: try arguments.age("older-than")),
                terminal: terminal
            )
            return linting.run(arguments.operands)
        }
    )

    private static func explanation(of topic: String) throws(UsageError) -> String {
        let texts = [ScenarioFormat.explanation(of: topic), ScenarioFormat.explanation(ofKey: topic)]
        if let text = texts.compactMap({ $0 }).first { return text }
        let nearest = NearestName.of(topic, in: ScenarioFormat.topics + ScenarioFormat.keys)
        throw UsageError(
            "there is no \"\(topic.printable)\" to explain",
            hint: nearest.map { "did you mean \($0)?" }
                ?? "a key of a scenario, or one of: \(ScenarioFormat.topics.joined(separator: ", "))"
        )
    }
}
