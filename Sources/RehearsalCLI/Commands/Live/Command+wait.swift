import Rehearsal
import RehearsalDocuments

extension Command {
    static let wait = Command(
        name: "wait",
        summary: "waits until a client has done what is expected of it",
        operands: "EXPECTATION…",
        discussion: [
            """
            Waits for evidence in the journal of a running server rather than for time to pass, and returns the moment \
            it is there; what has happened before counts. When the time is up it says what is missing, and what came \
            instead.
            """,
            """
            An expectation is a request ('get /me', 'post /orders/{id}'), an item of JSON as in a scenario's "expect", \
            or a file: a scenario, or a list of such items. Several all have to be met. See: rehearsal help expect.
            """,
        ],
        options: [
            Option("within", "TIME", "how long to wait, at most 60m", standard: "5s"),
            Option("count", "N", "so many such requests, at least", standard: "1"),
        ] + LiveOptions.server + [LiveOptions.session, LiveOptions.json],
        examples: [
            Example(line: "rehearsal wait 'get /me'", purpose: "has the app asked?"),
            Example(
                line: "rehearsal wait 'post /auth/refresh' --count 2 --within 30s",
                purpose: "twice, while somebody taps"
            ),
            Example(
                line: #"rehearsal wait '{ "post": "/orders", "where": { "body": { "contains": { "amount": 3 } } } }'"#,
                purpose: "a request that says something in particular"
            ),
            Example(line: "rehearsal wait Scenarios/login.jsonc", purpose: "everything that the scenario expects"),
        ],
        exits: [
            (.held, "it has happened"),
            (.failed, "it has not; what is missing is said"),
            (.couldNot, "no server runs, or it does not answer"),
            (.usage, "the expectation or the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            let limit = try arguments.duration("within") ?? .seconds(5)
            guard limit <= longest else { throw UsageError("--within is at most 60m, found \(limit.shown)") }
            let least = try arguments.integer("count", in: 1...1_000_000)
            let awaited = try AwaitedExpectations(arguments.operands, least: least)
            let conversation = try Conversation(arguments, terminal)
            return conversation.with { (server) throws(ControlFailure) in
                let answer = try server.client.send(
                    "POST",
                    conversation.options.path("wait"),
                    ["expect": .array(awaited.items), "within": .string(seconds(limit))],
                    patience: limit
                )
                let outcome = WaitOutcome(answer, awaited, limit)
                if conversation.options.isJSON {
                    conversation.write(answer)
                } else {
                    terminal.write(outcome.text(terminal.style(for: terminal.output)))
                }
                return outcome.isMet ? .held : .failed
            }
        }
    )

    private static let longest = Duration.seconds(3_600)

    /// `2s`, `0.300s`.
    private static func seconds(_ limit: Duration) -> String {
        let (seconds, rest) = Int(limit / .milliseconds(1)).quotientAndRemainder(dividingBy: 1_000)
        return rest == 0 ? "\(seconds)s" : "\(seconds).\(String(1_000 + rest).dropFirst())s"
    }
}
