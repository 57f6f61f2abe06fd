import Rehearsal
import RehearsalDocuments

/// The options that select a running server and a session.
struct ServerOptions: Sendable {
    /// The port of a server on this machine; nil selects the only one.
    private(set) var server: Int?
    /// The control port of a server on any machine; nil to select a server on this machine.
    private(set) var control: ControlAddress?
    private(set) var session = "main"
    private(set) var isJSON = false
    /// Whether `journal` waits for further exchanges and prints them.
    private(set) var isFollowing = false

    /// The environment variable with the token of the control port.
    static let tokenVariable = "REHEARSAL_TOKEN"

    /// The options of every command that connects to a server.
    static let server: [OptionField<ServerOptions>] = [
        port.help("the port of the server, if several run on this machine", standard: "the only one"), control,
    ]
    static let port: OptionField<ServerOptions> = OptionField(Option("server", "PORT"), \.server) {
        arguments throws(UsageError) in try arguments.integer("server", in: 1...65_535)
    }
    static let control: OptionField<ServerOptions> = OptionField("control", "URL", \.control) {
        url throws(UsageError) in try ControlAddress(url)
    }
    .help("the control port of a server on another machine; set \(tokenVariable) to its token")
    static let session = OptionField<ServerOptions>("session", "NAME", \.session) { $0 }
        .help("the session of the server", standard: "main")
    static let json: OptionField<ServerOptions> = .flag("json", \.isJSON).help("print the reply of the server as JSON")
    static let follow: OptionField<ServerOptions> = .flag("follow", \.isFollowing)
        .help("also print further exchanges as they end")
    /// The options of a command for one session.
    static let fields = server + [session, json]

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.read(Self.fields + [Self.follow], into: &self)
        if server != nil, control != nil {
            throw UsageError("--server and --control both select a server", hint: "use only one of them")
        }
        guard session.utf8.allSatisfy({ $0.isAlphanumeric(or: "-._") }) else {
            throw UsageError("--session takes letters, digits, \"-\", \".\" and \"_\", found \(session.quoted)")
        }
    }

    /// Returns the path of an operation, such as `/v1/sessions/main/play`; without a verb, the path of the session.
    func path(_ verb: String = "") -> String { "/v1/sessions/\(session)" + (verb.isEmpty ? "" : "/\(verb)") }
}

/// The common part of the commands for a running server: it finds the server and reports errors.
struct ServerCommandRunner: Sendable {
    let options: ServerOptions
    let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        options = try ServerOptions(arguments)
        self.terminal = terminal
    }

    /// Runs a closure with the selected server and reports its errors.
    func withServer(_ body: (RunningServer) throws(ControlError) -> ExitStatus) -> ExitStatus {
        reportingErrors { () throws(ControlError) in
            let server = try RunningServer.find(options, terminal)
            do throws(ControlError) {
                return try body(server)
            } catch {
                // A server without free descriptors closes connections early but still runs, so its state file is kept.
                if error.isConnectionLost, !error.isTruncated, let state = server.state {
                    StateFolder(terminal.environment).remove(state)
                }
                throw namingSession(error)
            }
        }
    }

    /// Returns the error, with a message that names the session if the server has no such session.
    private func namingSession(_ failure: ControlError) -> ControlError {
        guard failure.type == "no-session" else { return failure }
        var failure = failure
        failure.message = "no session \(options.session.quoted) on this server; it may have ended or expired"
        failure.hint = "to list the sessions: rehearsal sessions"
        return failure
    }

    func reportingErrors(_ body: () throws(ControlError) -> ExitStatus) -> ExitStatus {
        do throws(ControlError) {
            return try body()
        } catch {
            for diagnostic in error.diagnostics { terminal.writeError(diagnostic.text) }
            terminal.reportError(error.message.printableLines, hint: error.hint.map(\.printableLines))
            return error.exitStatus
        }
    }

    /// Prints a reply of the server as JSON with `--json`, else as text.
    func show(_ answer: JSON, _ text: (TerminalStyle) -> String) -> ExitStatus {
        if options.isJSON {
            terminal.write(answer, isPretty: true)
        } else {
            terminal.write(text(terminal.style(for: terminal.output)))
        }
        return .success
    }
}

/// The bearer token of a control port.
enum Token {
    static let minimumLength = 16

    /// Returns whether a text is valid in a header and long enough for a secret.
    static func isValid(_ text: String) -> Bool {
        text.utf8.count >= minimumLength && text.utf8.count <= 512
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns the token that the environment variable contains; nil if the variable is not set.
    static func fromEnvironment(_ environment: Environment) throws(UsageError) -> String? {
        guard let text = environment[ServerOptions.tokenVariable], !text.isEmpty else { return nil }
        if isValid(text) { return text }
        throw UsageError(
            "\(ServerOptions.tokenVariable) must have \(minimumLength) to 512 visible ASCII characters",
            hint: "create one: \(ServerOptions.tokenVariable)=$(openssl rand -hex 16), or unset it"
        )
    }
}
