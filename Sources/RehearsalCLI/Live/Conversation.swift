import Rehearsal
import RehearsalDocuments

/// Which server, and which of its sessions, a command talks to.
struct LiveOptions: Sendable {
    /// The port of a server on this machine; nil for the only one.
    private(set) var server: Int?
    /// The control port of a server anywhere.
    private(set) var control: ControlAddress?
    private(set) var session = "main"
    private(set) var isJSON = false
    /// Whether a journal goes on with what arrives from now on.
    private(set) var isFollowing = false

    /// Where the token of a server on another machine is looked for, and where `serve` takes one from.
    static let tokenVariable = "REHEARSAL_TOKEN"

    /// What every command has that talks to a server.
    static let server: [OptionField<LiveOptions>] = [
        OptionField(Option("server", "PORT"), \.server) { arguments throws(UsageError) in
            try arguments.integer("server", in: 1...65_535)
        }
        .help("the server to talk to, if several run on this machine", standard: "the only one"),
        OptionField("control", "URL", \.control) { url throws(UsageError) in try ControlAddress(url) }
            .help("the control port of a server on another machine; its token is taken from \(tokenVariable)"),
    ]
    static let session = OptionField<LiveOptions>("session", "NAME", \.session) { $0 }
        .help("which of its sessions", standard: "main")
    static let json: OptionField<LiveOptions> = .flag("json", \.isJSON).help("prints what the server answers, as JSON")
    static let follow: OptionField<LiveOptions> = .flag("follow", \.isFollowing)
        .help("goes on with what arrives from now on")
    /// Those of a command that talks to one session.
    static let fields = server + [session, json]

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.read(Self.fields + [Self.follow], into: &self)
        if server != nil, control != nil {
            throw UsageError("--server names a server of this machine, --control one of any", hint: "keep one of them")
        }
        guard session.utf8.allSatisfy({ $0.isAlphanumeric(or: "-._") }) else {
            throw UsageError("--session takes letters, digits, \"-\", \".\" and \"_\", found \(session.quoted)")
        }
    }

    /// `/v1/sessions/main/play`; without a verb the session itself.
    func path(_ verb: String = "") -> String { "/v1/sessions/\(session)" + (verb.isEmpty ? "" : "/\(verb)") }
}

/// What every command does that talks to a running server: finds it, asks, and says what is wrong where something is.
struct Conversation: Sendable {
    let options: LiveOptions
    let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        options = try LiveOptions(arguments)
        self.terminal = terminal
    }

    /// Talks to the server that is meant.
    func with(_ body: (RunningServer) throws(ControlFailure) -> ExitStatus) -> ExitStatus {
        attempt { () throws(ControlFailure) in
            let server = try RunningServer.find(options, terminal)
            do throws(ControlFailure) {
                return try body(server)
            } catch {
                // A server that closes a connection before it answers may be one without descriptors.
                if error.isGone, !error.isCut, let state = server.state {
                    StateFolder(terminal.environment).remove(state)
                }
                throw named(error)
            }
        }
    }

    /// The server does not repeat which session was asked for.
    private func named(_ failure: ControlFailure) -> ControlFailure {
        guard failure.type == "no-session" else { return failure }
        var failure = failure
        failure.message = "there is no session \(options.session.quoted) on this server"
        failure.hint = "rehearsal sessions lists those that there are; it may have ended, or its lease has run out"
        return failure
    }

    func attempt(_ body: () throws(ControlFailure) -> ExitStatus) -> ExitStatus {
        do throws(ControlFailure) {
            return try body()
        } catch {
            for diagnostic in error.diagnostics { terminal.writeError(diagnostic.text) }
            terminal.complain(error.message.shown, hint: error.hint.map(\.shown))
            return error.status
        }
    }

    /// Prints an answer: as it is for machines, as this text for people.
    func show(_ answer: JSON, _ text: (Style) -> String) -> ExitStatus {
        if options.isJSON {
            terminal.write(answer, isPretty: true)
        } else {
            terminal.write(text(terminal.style(for: terminal.output)))
        }
        return .held
    }
}

extension String {
    /// What a server says may hold what a client of it has sent, which must not steer a terminal; its lines stay.
    fileprivate var shown: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }
}

/// The word by which a control port knows who may talk to it.
enum Token {
    static let least = 16

    /// Whether it can stand in a header, and is too long to be guessed.
    static func isToken(_ text: String) -> Bool {
        text.utf8.count >= least && text.utf8.count <= 512 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// What was asked for by the environment; nil lets the server make one.
    static func wanted(_ environment: Environment) throws(UsageError) -> String? {
        guard let text = environment[LiveOptions.tokenVariable], !text.isEmpty else { return nil }
        if isToken(text) { return text }
        throw UsageError(
            "\(LiveOptions.tokenVariable) is to hold \(least) to 512 visible ASCII characters",
            hint: "make one: \(LiveOptions.tokenVariable)=$(openssl rand -hex 16), or unset it"
        )
    }
}
