import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// `rehearsal explain`.
enum ExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "says which endpoint answers a request, and why the others do not",
        operands: "SCENARIO|HAR… 'METHOD /path?query'",
        discussion: """
            Reads the documents as serve does, and asks them for one request without opening a port: who answers, from
            which line, with which reply first, what lies over it, and for every other endpoint what differs. The last
            operand is the request; without a method it is a GET, or a POST if there is a body.

            The request is the first one that the scenario sees. --state puts it at a later moment, and --reused on a
            connection that has carried another request.

            A body is application/json if it begins like JSON and application/x-www-form-urlencoded otherwise, unless a
            header says what it is.
            """,
        options: ExplainOptions.fields.map(\.option),
        examples: [
            "rehearsal explain Scenarios/demo.jsonc 'GET /api/v1/reservations'": "who answers this, and why",
            "rehearsal explain shop.jsonc /cart -H 'Authorization: Bearer abc' --state signed-in":
                "the same with a header, in the state \"signed-in\"",
            #"rehearsal explain shop.jsonc 'POST /orders' -d '{"id": 1}' --json | jq .answer"#: "for a script",
        ],
        exits: [
            .held: "an endpoint answers",
            .failed: "nothing answers: the client would get 501",
            .usage: "the command line or a document is wrong",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let options = try ExplainOptions(arguments)
        let request = try options.request()
        let loaded = Documents.load(options.paths, ScenarioFiles.Options(root: options.root))
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard let scenario = loaded.scenario else { return .usage }
        let playbook: Playbook
        do throws(Playbook.Malformed) {
            playbook = try Playbook(scenario)
        } catch {
            throw UsageError("\(scenario.name.quoted) cannot be played: \(error.description.printable)")
        }
        let explanation = try options.explanation(of: request, from: playbook)
        if options.isJSON {
            let listing = ExplanationListing(
                explanation: explanation,
                request: request,
                playbook: playbook,
                showsAll: options.showsAll
            )
            terminal.write(listing.json, isPretty: true)
        } else {
            let page = ExplanationPage(
                explanation: explanation,
                request: request,
                playbook: playbook,
                showsAll: options.showsAll,
                style: terminal.style(for: terminal.output)
            )
            terminal.write(page.text)
        }
        return explanation.answer == nil && explanation.policy == nil ? .failed : .held
    }
}

/// What `explain` was asked.
struct ExplainOptions: Sendable {
    let paths: [String]
    /// `GET /users?page=2`, as it was typed.
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
            .help("a header of the request, 'Name: value'; may be repeated", short: "H"),
        OptionField("data", "TEXT|@FILE", \.body) { text throws(UsageError) in try body(text) }
            .help("the body of the request, or the file that holds it", short: "d"),
        .list("state", "NAME|NAME=VALUE", \.state, read: variable)
            .help("the state, or a variable, at that moment; may be repeated"),
        .flag("reused", \.isReused).help("the connection has carried a request before"),
        .flag("all", \.showsAll).help("shows every other endpoint, not only the nearest \(ExplanationPage.most)"),
        .flag("json", \.isJSON).help("prints one object of JSON"),
        .text("root", "DIR", \.root).help("the folder that files named by a scenario must be in", standard: "found"),
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
        // Without quotes, the shell makes two words of it.
        if !target.contains(" "), let method = words.last, AskedRequest.isMethod(method), words.count > 1 {
            line = "\(words.removeLast()) \(target)"
        }
        (paths, self.line) = (words, line)
        try arguments.read(Self.fields, into: &self)
    }

    func request() throws(UsageError) -> AskedRequest { try AskedRequest(line, headers: headers, body: body) }

    func explanation(of request: AskedRequest, from playbook: Playbook) throws(UsageError) -> Explanation {
        let state = PlayState(playbook, changed: state)
        let arrival = Playbook.Arrival(isReused: isReused)
        return try request.asking { head, bytes in
            playbook.explain(head, in: bytes, body: request.body, arrival, at: state)
        }
    }

    /// The largest body that is read from a file: 64 MiB.
    private static let largest = 64 << 20

    private static func body(_ text: String) throws(UsageError) -> [UInt8] {
        guard text.hasPrefix("@") else { return Array(text.utf8) }
        let path = String(text.dropFirst())
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: largest)
        } catch {
            throw UsageError("the body: \(error.sentence(about: path))")
        }
    }

    /// `booked`, or `seats=3`: the value is JSON if it reads as that, else a text.
    private static func variable(_ text: String) -> JSON.Member {
        guard let equals = text.firstIndex(of: "=") else { return JSON.Member("state", .string(text)) }
        let value = String(text[text.index(after: equals)...])
        return JSON.Member(String(text[..<equals]), (try? JSON(parsing: value)) ?? .string(value))
    }
}
