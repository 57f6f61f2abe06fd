import Rehearsal

/// Which server, and which of its sessions, a command talks to.
struct LiveOptions: Sendable {
    /// The port of a server on this machine; nil for the only one.
    var server: Int?
    /// The control port of a server anywhere.
    var control: ControlAddress?
    var session: String
    var isJSON: Bool

    static let standardSession = "main"
    /// Where the token of a server on another machine is looked for, and where `serve` takes one from.
    static let tokenVariable = "REHEARSAL_TOKEN"

    static let server = [
        Option("server", "PORT", "the server to talk to, if several run on this machine", standard: "the only one"),
        Option(
            "control",
            "URL",
            "the control port of a server on another machine; its token is taken from \(tokenVariable)"
        ),
    ]
    static let session = Option("session", "NAME", "which of its sessions", standard: standardSession)
    static let json = Option(flag: "json", "prints what the server answers, as JSON")

    init(_ arguments: Arguments) throws(UsageError) {
        server = try arguments.integer("server", in: 1...65_535)
        control = if let url = arguments["control"] { try ControlAddress(url) } else { nil }
        if server != nil, control != nil {
            throw UsageError("--server names a server of this machine, --control one of any", hint: "keep one of them")
        }
        session = arguments["session"] ?? Self.standardSession
        guard Self.isName(session) else {
            throw UsageError("--session takes letters, digits, \"-\", \".\" and \"_\", found \(session.quoted)")
        }
        isJSON = arguments.has("json")
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isAlphanumeric(or: "-._") }
    }

    /// `/v1/sessions/main/play`; without a verb the session itself.
    func path(_ verb: String = "") -> String { "/v1/sessions/\(session)" + (verb.isEmpty ? "" : "/\(verb)") }
}
