import Rehearsal
import RehearsalPlatform

/// The `rehearsal new` command, which creates a scenario document.
struct NewCommand: Sendable {
    static let command = Command(
        name: "new",
        summary: "create a scenario with commented examples",
        operands: "NAME|PATH",
        description: """
            NAME becomes Scenarios/NAME.jsonc if the folder Scenarios exists, else NAME.jsonc. An operand with a slash
            or an extension is a path. An existing file is never overwritten.

            With --from, the scenario answers the given requests, which you can copy from the log of a server. A query
            becomes a condition.
            """,
        options: fields.map(\.option),
        examples: [
            "rehearsal new outage": "create a scenario named outage",
            "rehearsal new Scenarios/shop/cart.jsonc --from 'GET /cart' --from 'POST /cart/items'":
                "create one with endpoints for two requests",
        ],
        exitStatuses: [
            .success: "the file was written",
            .unavailable: "the file exists already, or cannot be written",
            .usage: "the command line is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(arguments, terminal).run() }
    )

    private static let fields: [OptionField<NewCommand>] = [
        .list("from", "REQUEST", \.requests) { line throws(UsageError) in
            try TypedRequest(line, headers: [], body: nil)
        }
        .help("a request to answer, such as 'GET /users?page=2'; repeatable")
    ]

    private let name: String
    private var requests: [TypedRequest] = []
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            let count = arguments.operands.count
            throw UsageError("new takes one name or path, found \(count) operands", hint: "try: rehearsal new outage")
        }
        (self.name, self.terminal) = (name, terminal)
        try arguments.read(Self.fields, into: &self)
    }

    func run() -> ExitStatus {
        let path = Self.path(for: name)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let last = path.split(separator: "/").last.map(String.init) ?? path
        var starter = StarterScenario(name: last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last)
        for request in requests { starter.add(request) }
        starter.hasSchema = FileSystem.isFile("\(folder)/scenario.schema.json")
        do throws(Descriptor.OpenError) {
            let file = try Descriptor.createNew(path)
            defer { file.close() }
            if let incomplete = file.writeAll(path, with: Array(starter.text.utf8)) {
                return reportFailure(incomplete.sentence)
            }
        } catch {
            if error.fileExists {
                return reportFailure("\(path) exists already and is not changed", hint: "choose another name")
            }
            let isMissing = !FileSystem.isFolder(folder.isEmpty ? "/" : folder)
            return reportFailure("\(error)", hint: isMissing ? "create its folder first: mkdir -p \(folder)" : nil)
        }
        writeNextSteps(path, starter)
        return .success
    }

    private func writeNextSteps(_ path: String, _ starter: StarterScenario) {
        let method = starter.example.method == "GET" ? "" : "-X \(starter.example.method) "
        terminal.write(
            """
            wrote \(path)

            next:
              rehearsal serve \(path)
              curl -i \(method)'http://127.0.0.1:8080\(starter.example.target)'
              rehearsal lint \(path)
              rehearsal help scenario
            """
        )
    }

    private func reportFailure(_ problem: String, hint: String? = nil) -> ExitStatus {
        terminal.reportError(problem, hint: hint)
        return .unavailable
    }

    static func path(for name: String) -> String {
        if [".jsonc", ".json"].contains(where: name.hasSuffix) { return name }
        if name.contains("/") || !FileSystem.isFolder("Scenarios") { return name + ".jsonc" }
        return "Scenarios/\(name).jsonc"
    }
}
