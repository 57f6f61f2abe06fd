/// Whether a server can be talked to while it plays, where, and by whom.
struct ControlOptions: Sendable, Hashable {
    var isOn: Bool
    /// 0 takes any that is free.
    var port: Int
    /// Other machines reach it too.
    var isShared: Bool
    /// Nil for one that the server makes.
    var token: String?

    static let declared = [
        Option(
            "control-port",
            "N",
            "the port for rehearsal play, release, wait and the like; only this machine reaches it, and every request needs the "
                + "token that rehearsal finds in the server's file",
            standard: "any that is free"
        ),
        Option(
            flag: "control-lan",
            "lets other machines reach that port, with the token that REHEARSAL_TOKEN holds: for containers and clusters"
        ),
        Option(flag: "no-control", "opens no such port; what is played changes no more"),
    ]

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        isOn = !arguments.has("no-control")
        port = try arguments.integer("control-port", in: 0...65_535) ?? 0
        isShared = arguments.has("control-lan")
        token = isOn ? try Token.wanted(terminal.environment) : nil
        if isShared, token == nil {
            throw UsageError(
                "--control-lan lets other machines in, and no token keeps any out",
                hint: "set REHEARSAL_TOKEN to a secret, and leave --no-control out"
            )
        }
        if !isOn, arguments["control-port"] != nil {
            throw UsageError("--control-port opens a port that --no-control leaves out", hint: "keep one of them")
        }
    }
}
