import Rehearsal

/// `rehearsal journal`.
enum JournalCommand {
    static let command = Command(
        name: "journal",
        summary: "shows what has arrived at a running server, and what became of it",
        operands: "",
        discussion: """
            One line an exchange, as serve shows them on a terminal: when, what was asked, what was answered, by which
            endpoint, and what was not as usual. A request that nothing answers comes with an endpoint that would.

            With --follow it goes on, with each exchange as it ends, until the server ends or Ctrl-C. With --json the
            lines are those of serve --journal. Secrets are taken out of both.
            """,
        options: ([follow] + LiveOptions.server + [LiveOptions.session, json]).map(\.option),
        examples: [
            "rehearsal journal": "what the app has done so far",
            "rehearsal journal --follow": "what it does, as it does it",
            "rehearsal journal --json | jq -r 'select(.decision == \"unmatched\") | .target'":
                "what the scenario does not know",
        ],
        exits: [
            .held: "the journal has been shown; with --follow, the server has ended",
            .couldNot: "no server runs, or it does not answer",
            .usage: "the command line is wrong, or there is no such session",
        ],
        run: run
    )

    private static let follow = LiveOptions.follow.help("goes on with what arrives from now on")
    private static let json = LiveOptions.json.help("prints each exchange as a line of JSON")

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.refuseOperands(of: "journal")
        let conversation = try Conversation(arguments, terminal)
        let options = conversation.options
        return conversation.with { (server) throws(ControlFailure) in
            let path = options.path("journal") + (options.isFollowing ? "?follow=true" : "")
            var page = JournalPage(isHere: server.isHere, style: terminal.style(for: terminal.output))
            do throws(ControlFailure) {
                try server.client.stream(path) { line in
                    // A reader that has gone, as head(1) goes, wants no more.
                    terminal.output.write(options.isJSON ? line + [0x0A] : Array(page.text(line).utf8))
                }
            } catch {
                guard error.isCut, options.isFollowing else { throw error }
                terminal.writeError("the server has ended")
            }
            return .held
        }
    }
}

/// The lines of a journal as `serve` shows them, made from those that the control port sends.
struct JournalPage {
    /// Whether the instants are of this machine's clock.
    let isHere: Bool
    let style: Style
    private let wall = WallClock()
    /// The first instant, from which time is counted where the clock is another machine's.
    private var start: Int64?

    init(isHere: Bool, style: Style) {
        (self.isHere, self.style) = (isHere, style)
    }

    /// A line with its end; nothing for what is no line of a journal.
    mutating func text(_ line: [UInt8]) -> String {
        guard let json = try? JSON(parsing: line) else { return "" }
        if let exchange = LoggedExchange(json) {
            let start = start ?? exchange.at
            self.start = start
            let (isHere, wall) = (isHere, wall)
            let line = LogLine(style: style) { instant in
                isHere ? wall.text(instant) : Duration.nanoseconds(instant - start).shownInSeconds
            }
            return line.text(exchange)
        }
        return note(json)
    }

    /// What stands between exchanges.
    private func note(_ json: JSON) -> String {
        let event = (json.text("event") ?? "").printable
        if event == "dropped" {
            return style.dim("… \(json.integer("exchanges") ?? 0) exchanges are not kept any more") + "\n"
        }
        if event == "play", let scenario = json.text("scenario") {
            return style.dim("— \(scenario.printable) plays from here on") + "\n"
        }
        let scenario = json.text("scenario").map { " \($0.printable)" } ?? ""
        return event.isEmpty ? "" : style.dim("— \(event)\(scenario)") + "\n"
    }
}
