import Rehearsal

extension Command {
    static let scenarios = Command(
        name: "scenarios",
        summary: "lists the scenarios of a folder, with what each is about",
        operands: "[FOLDER]",
        discussion: [
            """
            Every *.json and *.jsonc at any depth, with its name, its summary, and how many endpoints and expectations \
            it has together with what it extends. Without a folder it is Scenarios, or else this folder. A file that \
            cannot be played is listed as such; lint says why.
            """
        ],
        options: [Option(flag: "json", "prints an array of scenarios")],
        examples: [
            Example(line: "rehearsal scenarios", purpose: "what there is to play"),
            Example(
                line: "rehearsal scenarios Scenarios/apps --json | jq -r '.[].path'",
                purpose: "their files, for a script"
            ),
        ],
        exits: [
            (.held, "all of them can be played"),
            (.failed, "one or more of them cannot"),
            (.usage, "there are none, or the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard arguments.operands.count < 2 else {
                throw UsageError("scenarios takes one folder, found \(arguments.operands.count)")
            }
            let folder = arguments.operands.first ?? ScenarioListing.standard
            let listing = ScenarioListing(folder: folder)
            guard !listing.rows.isEmpty else {
                throw UsageError("there is no scenario in \(folder)", hint: "begin with one: rehearsal new NAME")
            }
            if arguments.has("json") {
                terminal.write(String(decoding: listing.json.bytes(pretty: true), as: UTF8.self))
            } else {
                terminal.write(listing.text(terminal.style(for: terminal.output)))
            }
            return listing.rows.allSatisfy { $0.errors == 0 } ? .held : .failed
        }
    )
}
