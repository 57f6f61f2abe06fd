import Rehearsal

/// The `rehearsal journal` command, which shows the exchanges of a running server.
enum JournalCommand {
    static let command = Command(
        name: "journal",
        summary: "show the requests that a running server received, and its replies",
        operands: "",
        description: """
            Prints one line for each exchange, as serve does on a terminal: the time, the request, the reply, the
            endpoint, and any fault or error. Below a request without a matching endpoint, it prints an endpoint that
            would answer the request.

            With --follow, prints each further exchange when it ends, until the server stops or Ctrl-C. With --json,
            prints the same lines of JSON as serve --journal. Secrets are redacted in both formats.
            """,
        options: ([follow] + ServerOptions.server + [ServerOptions.session, json]).map(\.option),
        examples: [
            "rehearsal journal": "all exchanges so far",
            "rehearsal journal --follow": "further exchanges as they happen",
            "rehearsal journal --json | jq -r 'select(.decision == \"unmatched\") | .target'":
                "the requests without a matching endpoint",
        ],
        exitStatuses: [
            .success: "the journal was printed; with --follow, the server stopped",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or the session does not exist",
        ],
        run: run
    )

    private static let follow = ServerOptions.follow.help("also print further exchanges as they end")
    private static let json = ServerOptions.json.help("print each exchange as one line of JSON")

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.rejectOperands(of: "journal")
        let runner = try ServerCommandRunner(arguments, terminal)
        let options = runner.options
        return runner.withServer { (server) throws(ControlError) in
            let path = options.path("journal") + (options.isFollowing ? "?follow=true" : "")
            var formatter = JournalFormatter(isHere: server.isLocal, style: terminal.style(for: terminal.output))
            do throws(ControlError) {
                try server.client.stream(path) { line in
                    // The write fails when the reader of a pipe, such as head(1), has exited.
                    terminal.output.write(options.isJSON ? line + [0x0A] : Array(formatter.text(line).utf8))
                }
            } catch {
                guard error.isTruncated, options.isFollowing else { throw error }
                terminal.writeError("the server stopped")
            }
            return .success
        }
    }
}

/// A formatter that converts the journal of the control port to the log lines that `serve` prints.
struct JournalFormatter {
    /// Whether the server runs on this machine, so that the journal has instants of this machine's clock.
    let isLocal: Bool
    let style: TerminalStyle
    private let wallClock = WallClock()
    /// The instant of the first exchange. For a server on another machine, times are relative to it.
    private var start: Int64?

    init(isHere: Bool, style: TerminalStyle) {
        (self.isLocal, self.style) = (isHere, style)
    }

    /// Returns the text of a journal line with its line end; empty for other lines.
    mutating func text(_ line: [UInt8]) -> String {
        guard let json = try? JSON(parsing: line) else { return "" }
        if let exchange = LoggedExchange(json) {
            let start = start ?? exchange.at
            self.start = start
            let (isHere, wallClock) = (isLocal, wallClock)
            let line = LogFormatter(style: style) { instant in
                isHere ? wallClock.text(instant) : Duration.nanoseconds(instant - start).secondsText
            }
            return line.text(exchange)
        }
        return note(json)
    }

    /// Returns the text of an event between exchanges.
    private func note(_ json: JSON) -> String {
        let event = (json.text("event") ?? "").printable
        if event == "dropped" {
            return style.dim("… \(json.integer("exchanges") ?? 0) older exchanges were dropped") + "\n"
        }
        if event == "play", let scenario = json.text("scenario") {
            return style.dim("— now playing \(scenario.printable)") + "\n"
        }
        let scenario = json.text("scenario").map { " \($0.printable)" } ?? ""
        return event.isEmpty ? "" : style.dim("— \(event)\(scenario)") + "\n"
    }
}
