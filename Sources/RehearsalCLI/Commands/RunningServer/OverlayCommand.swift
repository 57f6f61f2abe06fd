import Rehearsal

/// The `rehearsal overlay` command, which switches overlays of a running scenario.
enum OverlayCommand {
    static let command = Command(
        name: "overlay",
        summary: "switch an overlay of a running scenario on or off, or list the overlays",
        operands: "[NAME]",
        description: """
            An overlay lies above the scenario: offline refuses connections, maintenance sends 503, captive-portal
            redirects to a web page, and slow delays every reply. Unlike rehearsal play, an overlay does not restart the
            scenario: sequences, state, tokens and held replies continue. rehearsal play and rehearsal reset switch all
            overlays off.

            Without NAME, the command lists the overlays and those that are on.
            """,
        options: [Option(flag: "off", "switch the overlay off")] + ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal overlay offline": "refuse connections, as without a network",
            "rehearsal overlay offline --off": "accept connections again",
            "rehearsal overlay": "list the overlays",
        ],
        exitStatuses: [
            .success: "the overlay was switched, or the overlays were listed",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or no overlay has that name",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let isOn = !arguments.has("off")
        guard arguments.operands.isEmpty, isOn else {
            let name = try arguments.singleOperand(of: "overlay", hint: "to list the overlays: rehearsal overlay")
            return try set(name, isOn, arguments, terminal)
        }
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let answer = try server.client.send("GET", runner.options.path("overlays"))
            return runner.show(answer) { list(answer, $0) }
        }
    }

    private static func set(
        _ name: String,
        _ isOn: Bool,
        _ arguments: Arguments,
        _ terminal: Terminal,
    ) throws(UsageError) -> ExitStatus {
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let request: JSON = ["overlay": .string(name), "on": .bool(isOn)]
            let answer = try server.client.send("POST", runner.options.path("overlays"), request)
            return runner.show(answer) { _ in "the overlay \(name.quoted) is \(isOn ? "on" : "off")" }
        }
    }

    private static func list(_ answer: JSON, _ style: TerminalStyle) -> String {
        let overlays = answer["overlays"]?.elements ?? []
        let names = overlays.map { $0["name"]?.text?.printable ?? "" }
        let width = names.map(\.count).max() ?? 0
        let lines = zip(overlays, names).map { overlay, name in
            let state = overlay["on"] == .bool(true) ? style.bold("on ") : "off"
            return "\(name.padded(to: width))  \(state)  \(style.dim(overlay["summary"]?.text?.printable ?? ""))"
        }
        return lines.joined(separator: "\n")
    }
}

/// The `rehearsal fail` command, which makes the next request to an endpoint of a running scenario fail.
enum FailCommand {
    static let command = Command(
        name: "fail",
        summary: "make the next request to an endpoint of a running scenario fail",
        operands: "METHOD PATH FAULT",
        description: """
            Only the next request with the method and the path fails. Later requests receive the replies of the
            scenario, whose sequence does not advance. Several calls for one path fail as many requests.

            METHOD is * for every method. PATH is the path of the request, or the path of an endpoint with its
            placeholders. FAULT is the number of a fault, which rehearsal faults prints.
            """,
        options: [Option(flag: "cancel", "cancel all faults whose request has not arrived; without operands")]
            + ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal fail GET /orders F05": "reset the connection of the next GET /orders",
            "rehearsal fail '*' /api/v1/me F10a --session k7": "for every method, in the session k7",
            "rehearsal fail --cancel": "let all requests succeed again",
        ],
        exitStatuses: [
            .success: "the fault is set, or all are cancelled",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or the fault cannot be set for one reply",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let isCancelling = arguments.has("cancel")
        let words = arguments.operands
        guard words.count == (isCancelling ? 0 : 3) else {
            throw UsageError(
                isCancelling
                    ? "fail --cancel takes no operands, found \(words.count)"
                    : "fail takes a method, a path and a fault, found \(words.count) operands",
                hint: "for example: rehearsal fail GET /orders F05"
            )
        }
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let path = runner.options.path("next-reply")
            if isCancelling {
                let answer = try server.client.send("DELETE", path)
                return runner.show(answer) { _ in "no request fails" }
            }
            let method = words[0].uppercased()
            let request: JSON = ["method": .string(method), "path": .string(words[1]), "fault": .string(words[2])]
            let answer = try server.client.send("POST", path, request)
            return runner.show(answer) { _ in
                "the next \(method.printable) \(words[1].printable) fails with \(words[2].printable)"
            }
        }
    }
}
