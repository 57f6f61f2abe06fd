import Rehearsal
import RehearsalPlatform
import RehearsalServer

extension Serving {
    /// Says that connections are accepted, and where; false if nobody is there to hear it who has to.
    func announce(
        _ scenario: Scenario,
        _ backend: Backend,
        _ token: RunToken?,
        _ control: ControlPort?,
    ) throws -> Bool {
        let log = try background?.nameLog(after: backend.port, in: StateFolder(terminal.environment))
        let text =
            options.isJSON
            ? readyLine(scenario, backend, token, control) : welcome(scenario, backend, token, control, log)
        guard let background else {
            terminal.write(text)
            return true
        }
        return background.announce(text)
    }

    private func readyLine(
        _ scenario: Scenario,
        _ backend: Backend,
        _ token: RunToken?,
        _ control: ControlPort?,
    ) -> String {
        ReadyLine(
            baseURL: backend.origin,
            urls: backend.deviceOrigins,
            port: backend.port,
            process: getpid(),
            scenario: scenario.name,
            token: token,
            control: control?.origin
        ).text
    }

    private func welcome(
        _ scenario: Scenario,
        _ backend: Backend,
        _ token: RunToken?,
        _ control: ControlPort?,
        _ log: String?,
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
