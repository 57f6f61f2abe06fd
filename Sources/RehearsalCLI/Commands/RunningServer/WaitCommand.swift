import Rehearsal
import RehearsalDocuments

/// The `rehearsal wait` command, which waits until expectations are met.
struct WaitCommand: Sendable {
    static let command = Command(
        name: "wait",
        summary: "wait until a client has sent the expected requests",
        operands: "EXPECTATION…",
        description: """
            Returns as soon as the journal of a running server meets every expectation. Requests that arrived before the
            call count too. After the time limit, wait reports the missing requests, and the requests that arrived
            instead.

            An expectation is a request ('get /me', 'post /orders/{id}'), a JSON item as in a scenario's "expect", or a
            file: a scenario, or a list of such items. See: rehearsal help expect.
            """,
        options: fields.map(\.option) + ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal wait 'get /me'": "wait until the app has requested its profile",
            "rehearsal wait 'post /auth/refresh' --count 2 --within 30s":
                "wait until two refreshes have arrived, for at most 30 s",
            #"rehearsal wait '{ "post": "/orders", "where": { "body": { "contains": { "amount": 3 } } } }'"#:
                "wait for a request with a certain body",
            "rehearsal wait Scenarios/login.jsonc": "wait until everything that the scenario expects has arrived",
        ],
        exitStatuses: [
            .success: "every expectation is met",
            .failed: "an expectation is not met; the missing requests are printed",
            .unavailable: "no server is running, or it did not answer",
            .usage: "an expectation or the command line is not valid",
        ],
        run: run
    )

    private static let fields: [OptionField<WaitCommand>] = [
        .duration("within", \.limit).help("the time limit, at most 60m", standard: "5s"),
        .integer("count", \.minimumCount, in: 1...1_000_000)
            .help("the minimum number of matching requests", standard: "1"),
    ]
    private static let maximumLimit = Duration.seconds(3_600)

    private var limit = Duration.seconds(5)
    private var minimumCount: Int?

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        var options = WaitCommand()
        try arguments.read(fields, into: &options)
        let limit = options.limit
        guard limit <= maximumLimit else { throw UsageError("--within is at most 60m, found \(limit.displayText)") }
        let awaited = try AwaitedExpectations(arguments.operands, minimumCount: options.minimumCount)
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let answer = try server.client.send(
                "POST",
                runner.options.path("wait"),
                ["expect": .array(awaited.items), "within": .string(seconds(limit))],
                additionalTime: limit
            )
            let outcome = WaitOutcome(answer, awaited, limit)
            _ = runner.show(answer, outcome.text)
            return outcome.isMet ? .success : .failed
        }
    }

    /// Returns a duration of the scenario format: `2s`, `0.300s`.
    private static func seconds(_ limit: Duration) -> String {
        let (seconds, rest) = Int(limit / .milliseconds(1)).quotientAndRemainder(dividingBy: 1_000)
        return rest == 0 ? "\(seconds)s" : "\(seconds).\(String(1_000 + rest).dropFirst())s"
    }
}

/// The result of waiting, as text.
private struct WaitOutcome: Sendable {
    private let answer: JSON
    private let awaited: AwaitedExpectations
    private let limit: Duration

    init(_ answer: JSON, _ awaited: AwaitedExpectations, _ limit: Duration) {
        (self.answer, self.awaited, self.limit) = (answer, awaited, limit)
    }

    var isMet: Bool { answer["met"]?.isTrue ?? false }

    func text(_ style: TerminalStyle) -> String {
        let names = awaited.names.joined(separator: ", ").printable
        if isMet { return style.green("met:") + " " + names }
        let first = style.red("failed:") + " \(names), waited for \(limit.displayText)"
        return ([first] + findings(style)).joined(separator: "\n")
    }

    private func findings(_ style: TerminalStyle) -> [String] {
        (answer["findings"]?.elements ?? []).flatMap { finding in
            let place = place(of: finding).map { "\($0.printable): " } ?? ""
            let message = (finding.text("message") ?? "").split(separator: "\n").map { String($0).printable }
            let requests = (finding["requests"]?.elements ?? []).compactMap { $0.text?.printable }
            return ["  \(place)\(message.joined(separator: "\n  "))"] + requests.map { style.dim("    \($0)") }
        }
    }

    /// Returns the file and line of the expectation; nil if it was typed on the command line.
    private func place(of finding: JSON) -> String? {
        finding.text("place").flatMap { $0.hasPrefix("expect:") ? nil : $0 }
    }
}
