import RehearsalDocuments

extension Command {
    static let schema = Command(
        name: "schema",
        summary: "prints the JSON Schema of scenarios, for editors",
        operands: "",
        discussion: [
            """
            With it an editor completes the keys of a scenario, shows what each is for, and marks what is wrong while \
            it is typed. A document names it in "$schema", or the editor's settings do, for all files of a folder. It \
            is a schema of draft 2020-12.
            """,
            """
            lint knows more than any schema: that a file is there, that a fault can be had at its stage, that an \
            endpoint is ever asked.
            """,
        ],
        options: [],
        examples: [
            Example(line: "rehearsal schema > scenario.schema.json", purpose: "a file for an editor"),
            Example(
                line: #"{ "$schema": "../scenario.schema.json", "endpoints": [] }"#,
                purpose: "a scenario that names it"
            ),
        ],
        exits: [
            (.held, "printed"),
            (.usage, "the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard arguments.operands.isEmpty else {
                throw UsageError("schema takes no operands", hint: "try: rehearsal schema > scenario.schema.json")
            }
            terminal.write(ScenarioSchema.text)
            return .held
        }
    )
}
