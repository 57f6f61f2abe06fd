import Rehearsal
import RehearsalDocuments

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

    /// Prints an answer for machines.
    func write(_ json: JSON) { terminal.write(String(decoding: json.bytes(pretty: true), as: UTF8.self)) }
}

extension String {
    /// What a server says may hold what a client of it has sent, which must not steer a terminal; its lines stay.
    fileprivate var shown: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }
}
