import Rehearsal
import RehearsalDocuments

/// `rehearsal wait`.
struct WaitCommand: Sendable {
    static let command = Command(
        name: "wait",
        summary: "waits until a client has done what is expected of it",
        operands: "EXPECTATION…",
        discussion: """
            Waits for evidence in the journal of a running server rather than for time to pass, and returns the moment
            it is there; what has happened before counts. When the time is up it says what is missing, and what came
            instead.

            An expectation is a request ('get /me', 'post /orders/{id}'), an item of JSON as in a scenario's "expect",
            or a file: a scenario, or a list of such items. Several all have to be met. See: rehearsal help expect.
            """,
        options: fields.map(\.option) + LiveOptions.fields.map(\.option),
        examples: [
            "rehearsal wait 'get /me'": "has the app asked?",
            "rehearsal wait 'post /auth/refresh' --count 2 --within 30s": "twice, while somebody taps",
            #"rehearsal wait '{ "post": "/orders", "where": { "body": { "contains": { "amount": 3 } } } }'"#:
                "a request that says something in particular",
            "rehearsal wait Scenarios/login.jsonc": "everything that the scenario expects",
        ],
        exits: [
            .held: "it has happened",
            .failed: "it has not; what is missing is said",
            .couldNot: "no server runs, or it does not answer",
            .usage: "the expectation or the command line is wrong",
        ],
        run: run
    )

    private static let fields: [OptionField<WaitCommand>] = [
        .duration("within", \.limit).help("how long to wait, at most 60m", standard: "5s"),
        .integer("count", \.least, in: 1...1_000_000)
            .help("so many such requests, at least", standard: "1"),
    ]
    private static let longest = Duration.seconds(3_600)

    private var limit = Duration.seconds(5)
    private var least: Int?

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        var options = WaitCommand()
        try arguments.read(fields, into: &options)
        let limit = options.limit
        guard limit <= longest else { throw UsageError("--within is at most 60m, found \(limit.shown)") }
        let awaited = try AwaitedExpectations(arguments.operands, least: options.least)
        let conversation = try Conversation(arguments, terminal)
        return conversation.with { (server) throws(ControlFailure) in
            let answer = try server.client.send(
                "POST",
                conversation.options.path("wait"),
                ["expect": .array(awaited.items), "within": .string(seconds(limit))],
                patience: limit
            )
            let outcome = WaitOutcome(answer, awaited, limit)
            _ = conversation.show(answer, outcome.text)
            return outcome.isMet ? .held : .failed
        }
    }

    /// `2s`, `0.300s`.
    private static func seconds(_ limit: Duration) -> String {
        let (seconds, rest) = Int(limit / .milliseconds(1)).quotientAndRemainder(dividingBy: 1_000)
        return rest == 0 ? "\(seconds)s" : "\(seconds).\(String(1_000 + rest).dropFirst())s"
    }
}

/// What came of waiting, as a person reads it.
private struct WaitOutcome: Sendable {
    private let answer: JSON
    private let awaited: AwaitedExpectations
    private let limit: Duration

    init(_ answer: JSON, _ awaited: AwaitedExpectations, _ limit: Duration) {
        (self.answer, self.awaited, self.limit) = (answer, awaited, limit)
    }

    var isMet: Bool { answer["met"]?.isTrue ?? false }

    func text(_ style: Style) -> String {
        let names = awaited.names.joined(separator: ", ").printable
        if isMet { return style.green("held:") + " " + names }
        let first = style.red("failed:") + " \(names), waited for \(limit.shown)"
        return ([first] + findings(style)).joined(separator: "\n")
    }

    private func findings(_ style: Style) -> [String] {
        (answer["findings"]?.elements ?? []).flatMap { finding in
            let place = place(of: finding).map { "\($0.printable): " } ?? ""
            let message = (finding.text("message") ?? "").split(separator: "\n").map { String($0).printable }
            let requests = (finding["requests"]?.elements ?? []).compactMap { $0.text?.printable }
            return ["  \(place)\(message.joined(separator: "\n  "))"] + requests.map { style.dim("    \($0)") }
        }
    }

    /// Where it was asked for, if that is a file that somebody knows.
    private func place(of finding: JSON) -> String? {
        finding.text("place").flatMap { $0.hasPrefix("expect:") ? nil : $0 }
    }
}
