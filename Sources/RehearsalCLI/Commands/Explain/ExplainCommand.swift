import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The `rehearsal explain` command, which shows the endpoint that answers a request.
enum ExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "show which endpoint answers a request, and why the others do not",
        operands: "SCENARIO|HAR… 'METHOD /path?query'",
        description: """
            Loads the documents as serve does and matches one request, without opening a port. Prints the endpoint that
            answers, its file and line, its first reply, and the overlays (endpoints without replies) that apply. For
            every other endpoint, prints why it does not answer. The last operand is the request. Its default method is
            GET, or POST if there is a body.

            The request is treated as the first one of the run. --state sets the state of the scenario, and --reused
            marks the connection as one that has carried another request.

            A body that begins with { or [ is sent as application/json, and any other as
            application/x-www-form-urlencoded, unless a Content-Type header is given.
            """,
        options: ExplainOptions.fields.map(\.option),
        examples: [
            "rehearsal explain Scenarios/demo.jsonc 'GET /api/v1/reservations'": "the endpoint that answers, and why",
            "rehearsal explain shop.jsonc /cart -H 'Authorization: Bearer abc' --state signed-in":
                "with a header, in the state \"signed-in\"",
            #"rehearsal explain shop.jsonc 'POST /orders' -d '{"id": 1}' --json | jq .answer"#: "as JSON, for a script",
        ],
        exitStatuses: [
            .success: "an endpoint or a policy answers",
            .failed: "no endpoint matches: the client would receive 501",
            .usage: "the command line or a document is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let options = try ExplainOptions(arguments)
        let request = try options.request()
        let loaded = DocumentLoading.load(options.paths, ScenarioFiles.Options(root: options.root))
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard let scenario = loaded.scenario else { return .usage }
        let compiledScenario: CompiledScenario
        do throws(CompiledScenario.CompilationError) {
            compiledScenario = try CompiledScenario(scenario)
        } catch {
            throw UsageError("\(scenario.name.quoted) cannot be played: \(error.description.printable)")
        }
        let explanation = try options.explanation(of: request, from: compiledScenario)
        if options.isJSON {
            let listing = ExplanationJSON(
                explanation: explanation,
                request: request,
                compiledScenario: compiledScenario,
                showsAll: options.showsAll
            )
            terminal.write(listing.json, isPretty: true)
        } else {
            let page = ExplanationText(
                explanation: explanation,
                request: request,
                compiledScenario: compiledScenario,
                showsAll: options.showsAll,
                style: terminal.style(for: terminal.output)
            )
            terminal.write(page.text)
        }
        return explanation.answer == nil && explanation.policy == nil ? .failed : .success
    }
}

/// The options and the request of `rehearsal explain`.
struct ExplainOptions: Sendable {
    let paths: [String]
    /// The request as it was typed: `GET /users?page=2`.
    private let line: String
    private var state: [JSON.Member] = []
    private var isReused = false
    private(set) var showsAll = false
    private(set) var isJSON = false
    private(set) var root: String?
    private var headers: [String] = []
    private var body: [UInt8]?

    static let fields: [OptionField<ExplainOptions>] = [
        .list("header", "LINE", \.headers) { $0 }
            .help("a header of the request, 'Name: value'; repeatable", short: "H"),
        OptionField("data", "TEXT|@FILE", \.body) { text throws(UsageError) in try body(text) }
            .help("the body of the request, or @ and the file that contains it", short: "d"),
        .list("state", "NAME|NAME=VALUE", \.state, read: variable)
            .help("the state of the scenario, or the value of a variable; repeatable"),
        .flag("reused", \.isReused).help("treat the connection as one that has carried a request"),
        .flag("all", \.showsAll).help(
            "show every other endpoint, not only the nearest \(ExplanationText.defaultCount)"
        ),
        .flag("json", \.isJSON).help("print one JSON object"),
        .text("root", "DIR", \.root).help(
            "the folder that must contain all referenced files",
            standard: "the nearest one that has Scenarios/ or Recordings/"
        ),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        var words = arguments.operands
        guard let target = words.popLast(), !words.isEmpty else {
            throw UsageError(
                "explain needs a scenario and a request",
                hint: "try: rehearsal explain Scenarios/demo.jsonc 'GET /api/v1/reservations'"
            )
        }
        var line = target
        // The shell splits an unquoted request into two words.
        if !target.contains(" "), let method = words.last, TypedRequest.isMethod(method), words.count > 1 {
            line = "\(words.removeLast()) \(target)"
        }
        (paths, self.line) = (words, line)
        try arguments.read(Self.fields, into: &self)
    }

    func request() throws(UsageError) -> TypedRequest { try TypedRequest(line, headers: headers, body: body) }

    func explanation(of request: TypedRequest, from compiledScenario: CompiledScenario) throws(UsageError)
        -> Explanation
    {
        let state = ScenarioState(compiledScenario, changed: state)
        let connection = CompiledScenario.ConnectionContext(isReused: isReused)
        return try request.withHead { head, bytes in
            compiledScenario.explain(head, in: bytes, body: request.body, connection, at: state)
        }
    }

    /// The maximum size of a body that is read from a file: 64 MiB.
    private static let sizeLimit = 64 << 20

    private static func body(_ text: String) throws(UsageError) -> [UInt8] {
        guard text.hasPrefix("@") else { return Array(text.utf8) }
        let path = String(text.dropFirst())
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: sizeLimit)
        } catch {
            throw UsageError("the body: \(error.message(about: path))")
        }
    }

    /// Parses a state such as `booked`, or a variable such as `seats=3`. The value is JSON if it parses as JSON, else a
    /// string.
    private static func variable(_ text: String) -> JSON.Member {
        guard let equals = text.firstIndex(of: "=") else { return JSON.Member("state", .string(text)) }
        let value = String(text[text.index(after: equals)...])
        return JSON.Member(String(text[..<equals]), (try? JSON(parsing: value)) ?? .string(value))
    }
}
