import Rehearsal
import RehearsalDocuments
import RehearsalImport

extension Command {
    static let importing = Command(
        name: "import",
        summary: "makes scenarios of the files of other tools, and says what they lose",
        operands: "FILE|FOLDER…",
        discussion: [
            """
            Reads WireMock mappings, Mockoon environments, Hoverfly simulations, mountebank imposters and HAR recordings. \
            Which tool wrote a file is told by what is in it. In a folder every *.json and *.har is read at any depth; one \
            with mappings and __files in it is one WireMock, and becomes one scenario.
            """,
            """
            Each file gets a report: imported whole; imported with differences, each with its place, what is there and what \
            was done instead; or refused, with the reason. What a scenario cannot say the same way is never left out \
            without a word, and what would answer the wrong requests is not imported.
            """,
            """
            Each scenario is a document NAME.jsonc to go on with, in Scenarios where there is such a folder; large bodies \
            are files beside it, in a folder of its name. Of a HAR, the recording is written anew as record writes one, its \
            secrets taken out, and the scenario is derived from it. A FILE after --into takes them all: states of the same name in \
            different files are kept apart. Nothing that is there is written over without --force.
            """,
        ],
        options: [
            Option("into", "FOLDER|FILE", "where the scenarios go; a name in .jsonc or .json is one file for all"),
            Option("from", "TOOL", "which tool wrote the files: wiremock, mockoon, hoverfly, mountebank, har"),
            Option(flag: "force", "writes over files that are there already"),
            Option(flag: "json", "prints the report of each file as a line of JSON"),
        ],
        examples: [
            Example(line: "rehearsal import wiremock", purpose: "a folder with mappings/ and __files/"),
            Example(line: "rehearsal import shop.json --into Scenarios", purpose: "one file, whatever tool wrote it"),
            Example(line: "rehearsal import a.json b.json --into all.jsonc", purpose: "several, as one scenario"),
            Example(line: "rehearsal import --json stubs | jq .notes", purpose: "the reports, for a script"),
        ],
        exits: [
            (.held, "all was imported, whole or with differences that are named"),
            (.failed, "something was refused"),
            (.couldNot, "a file is there already, or cannot be written"),
            (.usage, "the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard !arguments.operands.isEmpty else {
                throw UsageError("import needs a file or a folder", hint: "try: rehearsal import wiremock/mappings")
            }
            let run = ImportRun(
                paths: arguments.operands,
                format: try format(arguments["from"]),
                destination: ImportDestination(arguments["into"]),
                writesOver: arguments.has("force"),
                isJSON: arguments.has("json"),
                terminal: terminal
            )
            return try run.run()
        }
    )

    private static func format(_ name: String?) throws(UsageError) -> ImportFormat? {
        guard let name else { return nil }
        if let format = ImportFormat(rawValue: name.lowercased()) { return format }
        let names = ImportFormat.allCases.map(\.rawValue)
        throw UsageError(
            "no files of \"\(name.printable)\" are read",
            hint: NearestName.of(name, in: names).map { "did you mean \($0)?" }
                ?? "the tools are \(names.joined(separator: ", "))"
        )
    }
}
