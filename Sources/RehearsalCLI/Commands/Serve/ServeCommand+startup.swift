import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

extension ServeCommand {
    /// Reports that the server accepts connections. Returns false if the foreground process has ended.
    func announce(
        _ scenario: Scenario,
        on backend: Backend,
        token: RunToken?,
        control: ControlPort?,
    ) throws -> Bool {
        let log = try background?.nameLog(after: backend.port, in: StateFolder(terminal.environment))
        let line = ReadyLine(
            baseURL: backend.origin,
            urls: backend.deviceOrigins,
            port: backend.port,
            process: getpid(),
            scenario: scenario.name,
            token: token,
            control: control?.origin
        )
        let text =
            options.isJSON ? line.text : startupText(scenario, on: backend, token: token, control: control, log: log)
        guard let background else {
            terminal.write(text)
            return true
        }
        return background.announce(text)
    }

    private func startupText(
        _ scenario: Scenario,
        on backend: Backend,
        token: RunToken?,
        control: ControlPort?,
        log: String?,
    ) -> String {
        let style = terminal.style(for: terminal.output)
        var message = StartupMessage(scenario: scenario, origin: backend.origin, port: backend.port, style: style)
        if options.bindScope == .network {
            message.devices = DeviceNotes(
                urls: backend.deviceOrigins,
                linkOrigin: backend.linkOrigin,
                style: style
            )
        }
        message.control = control.flatMap { control in
            control.path.map { "control port: \(control.origin), which rehearsal play, stop … find through \($0)" }
        }
        // The URL contains the token, which must not be written to a file or a log.
        message.room = control.map { control in
            "control room: "
                + (terminal.output.isTerminal ? style.cyan(control.roomURL) : "rehearsal room prints its URL")
        }
        if let log {
            message.stopHint = "running in the background as process \(getpid()), log \(log); to end it: rehearsal stop"
        }
        return message.text + (token.map { "\nto repeat this run: --token \($0)" } ?? "") + (log == nil ? "\n" : "")
    }
}

/// The line that `serve --json` prints when it accepts connections.
struct ReadyLine: Sendable, Hashable {
    var baseURL: String
    /// The URLs for other devices; empty without `--lan`.
    var urls: [String] = []
    var port: Int
    var process: Int32
    var scenario: String
    /// The token that repeats this run.
    var token: RunToken?
    /// The URL of the control port; nil if there is none.
    var control: String?

    var text: String {
        let json: JSON = .object([
            JSON.Member("event", "ready"),
            JSON.Member("baseURL", .string(baseURL)),
            JSON.Member("urls", .array(urls.map { .string($0) })),
            JSON.Member("port", JSON(integerLiteral: port)),
            JSON.Member("pid", JSON(integerLiteral: Int(process))),
            JSON.Member("scenario", .string(scenario)),
            JSON.Member("token", token.map { .string("\($0)") } ?? .null),
            JSON.Member("control", .text(control)),
        ])
        return String(decoding: json.bytes(), as: UTF8.self)
    }
}

/// The last line that `serve --json` prints.
struct StoppedLine: Sendable, Hashable {
    var exchanges: Int
    /// The number of exchanges that the full journal dropped.
    var dropped: Int
    /// The losses of the HAR; nil without `--har`.
    var har: OutputLoss?

    var text: String {
        var members = [
            JSON.Member("event", "stopped"),
            JSON.Member("exchanges", JSON(integerLiteral: exchanges)),
            JSON.Member("dropped", JSON(integerLiteral: dropped)),
        ]
        if let har { members.append(JSON.Member("har", har.json)) }
        return String(decoding: JSON.object(members).bytes(), as: UTF8.self)
    }
}
