import Rehearsal

/// A running server that a command connects to.
struct RunningServer: Sendable {
    let client: ControlClient
    /// The state file of the server; nil if `--control` selected the server, which may run on another machine.
    let state: StateFile?

    /// Whether the server runs on this machine, so that it can read the same files and uses the same clock.
    var isLocal: Bool { state != nil }

    /// Returns the server that the options select.
    static func find(_ options: ServerOptions, _ terminal: Terminal) throws(ControlError) -> RunningServer {
        if let address = options.control { return try remoteServer(address, terminal) }
        let folder = StateFolder(terminal.environment)
        let states = try stateFiles(in: folder)
        if let port = options.server {
            guard let state = states.first(where: { $0.port == port }) else {
                throw ControlError(
                    message: "none of your servers listens on port \(port)",
                    hint: states.isEmpty ? startHint(folder) : "running servers:\n" + serverList(states),
                    exitStatus: states.isEmpty ? .unavailable : .usage
                )
            }
            return try server(state)
        }
        guard let state = states.first else {
            throw ControlError(message: "no server is running", hint: startHint(folder))
        }
        guard states.count == 1 else {
            throw ControlError(
                message: "\(states.count) servers are running; select one with --server PORT",
                hint: "running servers:\n" + serverList(states),
                exitStatus: .usage
            )
        }
        return try server(state)
    }

    /// Returns the selected server, or every server on this machine.
    static func findAll(_ options: ServerOptions, _ terminal: Terminal) throws(ControlError) -> [RunningServer] {
        guard options.control == nil, options.server == nil else { return [try find(options, terminal)] }
        var servers: [RunningServer] = []
        for state in try stateFiles(in: StateFolder(terminal.environment)) { servers.append(try server(state)) }
        return servers
    }

    private static func stateFiles(in folder: StateFolder) throws(ControlError) -> [StateFile] {
        do throws(StateFolder.Failure) {
            return try folder.states()
        } catch {
            throw ControlError(message: error.description, hint: error.hint)
        }
    }

    private static func remoteServer(_ address: ControlAddress, _ terminal: Terminal) throws(ControlError)
        -> RunningServer
    {
        let name = ServerOptions.tokenVariable
        guard let token = terminal.environment[name], Token.isValid(token) else {
            throw ControlError(
                message: "--control needs \(name), with the token of the selected server",
                hint: "start the server with the same \(name), or copy the token from its state file",
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

    /// Returns how to stop or reuse the user's server on a port; nil if no server of this user has that port.
    static func stopHint(for port: Int, _ terminal: Terminal) -> String? {
        let states = (try? StateFolder(terminal.environment).states()) ?? []
        guard let state = states.first(where: { $0.port == port }) else { return nil }
        return "it is a rehearsal server that plays \(state.scenario.printable); to stop it: "
            + "rehearsal stop --server \(port); to play another scenario: rehearsal play FILE --server \(port)"
    }

    private static func startHint(_ folder: StateFolder) -> String {
        "start one with: rehearsal serve --detach SCENARIO (found no state file in \(folder.path))"
    }

    private static func serverList(_ states: [StateFile]) -> String {
        states.map { "    --server \($0.port)  \($0.scenario.printable)" }.joined(separator: "\n")
    }
}

/// A session of a running server, as the JSON that the control port sent.
struct SessionState: Sendable {
    let json: JSON

    var name: String { printableText("name") }
    var scenario: String { printableText("scenario") }
    var summary: String { printableText("summary") }
    var baseURL: String { printableText("baseURL") }
    var requests: Int { json.integer("requests") ?? 0 }
    var unexpected: Int { json.integer("unexpected") ?? 0 }
    /// The names of the holds that the scenario declares.
    var holds: [String] { (json["holds"]?.elements ?? []).compactMap { $0.text?.printable } }

    private func printableText(_ name: String) -> String { (json.text(name) ?? "").printable }

    /// The number of requests, and of unexpected ones if any: `12 requests, 1 of them unexpected`.
    var counts: String {
        let count = "\(requests) request\(requests == 1 ? "" : "s")"
        return unexpected > 0 ? "\(count), \(unexpected) of them unexpected" : count
    }

    /// Returns the name and the summary: `outage: a summary`.
    func title(_ style: TerminalStyle) -> String { style.bold(scenario) + (summary.isEmpty ? "" : ": \(summary)") }

    /// A line with the commands that release the holds; nil if the scenario has none.
    var advice: String? {
        holds.isEmpty
            ? nil : "to release held replies: " + holds.map { "rehearsal release \($0)" }.joined(separator: ", ")
    }
}
