import Rehearsal

/// A running server that a command connects to.
struct RunningServer: Sendable {
    let client: ControlClient
    /// Its state file; nil for a server given by `--control`, which may be on another machine.
    let state: StateFile?

    /// Whether the server runs on this machine and shares its files and its clock.
    var isLocal: Bool { state != nil }

    /// Returns the server that the options select.
    static func find(_ options: ServerOptions, _ terminal: Terminal) throws(ControlError) -> RunningServer {
        if let address = options.control { return try named(address, terminal) }
        let folder = StateFolder(terminal.environment)
        let states = try all(in: folder)
        if let port = options.server {
            guard let state = states.first(where: { $0.port == port }) else {
                throw ControlError(
                    message: "none of your servers listens on port \(port)",
                    hint: states.isEmpty ? none(folder) : "running servers:\n" + list(states),
                    exitStatus: states.isEmpty ? .unavailable : .usage
                )
            }
            return try server(state)
        }
        guard let state = states.first else {
            throw ControlError(message: "no server is running", hint: none(folder))
        }
        guard states.count == 1 else {
            throw ControlError(
                message: "\(states.count) servers are running; select one with --server PORT",
                hint: "running servers:\n" + list(states),
                exitStatus: .usage
            )
        }
        return try server(state)
    }

    /// Returns the selected server, or every server on this machine.
    static func findAll(_ options: ServerOptions, _ terminal: Terminal) throws(ControlError) -> [RunningServer] {
        guard options.control == nil, options.server == nil else { return [try find(options, terminal)] }
        var servers: [RunningServer] = []
        for state in try all(in: StateFolder(terminal.environment)) { servers.append(try server(state)) }
        return servers
    }

    private static func all(in folder: StateFolder) throws(ControlError) -> [StateFile] {
        do throws(StateFolder.Failure) {
            return try folder.states()
        } catch {
            throw ControlError(message: error.description, hint: error.hint)
        }
    }

    private static func named(_ address: ControlAddress, _ terminal: Terminal) throws(ControlError) -> RunningServer {
        let name = ServerOptions.tokenVariable
        guard let token = terminal.environment[name], Token.isValid(token) else {
            throw ControlError(
                message: "--control needs the token of that server in \(name)",
                hint: "start the server with the same \(name), or read the token in its state file",
                exitStatus: .usage
            )
        }
        return RunningServer(client: ControlClient(address: address, token: token), state: nil)
    }

    private static func server(_ state: StateFile) throws(ControlError) -> RunningServer {
        do throws(UsageError) {
            let address = try ControlAddress(state.control)
            guard Token.isValid(state.token) else { throw UsageError("its token is not valid") }
            return RunningServer(client: ControlClient(address: address, token: state.token), state: state)
        } catch {
            throw ControlError(message: "the state file for port \(state.port) is not valid: \(error.message)")
        }
    }

    private static func none(_ folder: StateFolder) -> String {
        "start one with: rehearsal serve --detach SCENARIO (looked in \(folder.path))"
    }

    private static func list(_ states: [StateFile]) -> String {
        states.map { "    --server \($0.port)  \($0.scenario.printable)" }.joined(separator: "\n")
    }
}

/// A session as the control port describes it.
struct SessionState: Sendable {
    let json: JSON

    var name: String { shown("name") }
    var scenario: String { shown("scenario") }
    var summary: String { shown("summary") }
    var baseURL: String { shown("baseURL") }
    var requests: Int { json.integer("requests") ?? 0 }
    var unexpected: Int { json.integer("unexpected") ?? 0 }
    /// The names of the holds of its scenario.
    var holds: [String] { (json["holds"]?.elements ?? []).compactMap { $0.text?.printable } }

    private func shown(_ name: String) -> String { (json.text(name) ?? "").printable }

    /// The numbers of requests: `12 requests, 1 of them unexpected`.
    var counts: String {
        let count = "\(requests) request\(requests == 1 ? "" : "s")"
        return unexpected > 0 ? "\(count), \(unexpected) of them unexpected" : count
    }

    /// Returns the name and the summary: `outage: a summary`.
    func title(_ style: TerminalStyle) -> String { style.bold(scenario) + (summary.isEmpty ? "" : ": \(summary)") }

    /// The commands that release the holds; nil if there are none.
    var advice: String? {
        holds.isEmpty
            ? nil : "to release held replies: " + holds.map { "rehearsal release \($0)" }.joined(separator: ", ")
    }
}
