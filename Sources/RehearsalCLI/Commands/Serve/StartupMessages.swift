import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

extension ServeCommand {
    /// Says that connections are accepted, and where; false if nobody is there to hear it who has to.
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
        let text = options.isJSON ? line.text : welcome(scenario, on: backend, token: token, control: control, log: log)
        guard let background else {
            terminal.write(text)
            return true
        }
        return background.announce(text)
    }

    private func welcome(
        _ scenario: Scenario,
        on backend: Backend,
        token: RunToken?,
        control: ControlPort?,
        log: String?,
    ) -> String {
        let style = terminal.style(for: terminal.output)
        var welcome = Welcome(scenario: scenario, origin: backend.origin, port: backend.port, style: style)
        if options.reach == .network {
            welcome.devices = DeviceNotes(
                urls: backend.deviceOrigins,
                linkOrigin: backend.linkOrigin,
                style: style
            )
        }
        welcome.control = control.flatMap { control in
            control.path.map { "control port: \(control.origin), found by rehearsal play, wait, stop … in \($0)" }
        }
        if let log {
            welcome.ending = "in the background as process \(getpid()), which writes to \(log); rehearsal stop ends it."
        }
        return welcome.text + (token.map { "\nagain: --token \($0)" } ?? "") + (log == nil ? "\n" : "")
    }
}

/// What `serve --json` prints once connections are accepted, for the program that started it.
struct ReadyLine: Sendable, Hashable {
    var baseURL: String
    /// What other devices can use; none unless they can connect.
    var urls: [String] = []
    var port: Int
    var process: Int32
    var scenario: String
    /// What makes this run again.
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

/// What `serve --json` prints as its last line.
struct StoppedLine: Sendable, Hashable {
    var exchanges: Int
    /// Entries that the journal forgot because it was full.
    var dropped: Int
    /// What is not in the HAR; nil where none was asked for.
    var har: Shortfall?

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
