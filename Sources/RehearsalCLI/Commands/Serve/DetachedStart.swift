import Rehearsal
import RehearsalPlatform
import RehearsalReports
import RehearsalVerify

/// The foreground process of `serve --detach`, which starts a background server and waits until it is ready.
struct DetachedStart: Sendable {
    let terminal: Terminal

    private static let readyTimeout = Duration.seconds(60)
    private static let maximumLines = 20

    /// Starts the server and returns the exit status of this command.
    ///
    /// - Parameter words: the command line, without the program.
    func run(_ words: [String]) -> ExitStatus {
        do throws(StateFolder.Failure) {
            let log = try StateFolder(terminal.environment).log()
            defer { log.descriptor.close() }
            let status = start(words, log)
            // A server that started has renamed its log.
            if status != .success { PrivateFolder.removeFile(log.path) }
            return status
        } catch {
            terminal.reportError(error.description, hint: error.hint)
            return .unavailable
        }
    }

    private func start(_ words: [String], _ log: (path: String, descriptor: Descriptor)) -> ExitStatus {
        do {
            let words = [try ExecutablePath.current()] + words
            let started = try DetachedProcess(words, log: log, adding: [(BackgroundServer.variable, log.path)])
            switch started.waitForReport(within: Self.readyTimeout) {
            case .ready(let text):
                // The log contains the diagnostics of the documents.
                for line in started.logLines { terminal.writeError(line) }
                terminal.write(text)
                return .success
            case .ended: return conclude(started.waitForExit(within: Self.readyTimeout), started.logLines)
            case .timedOut: return conclude(started.waitForExit(within: .zero), started.logLines)
            }
        } catch let error as ChildProcess.StartError {
            terminal.reportError(error.description, hint: error.hint)
        } catch {
            terminal.reportError("\(error)")
        }
        return .unavailable
    }

    /// Reports why the server did not start and returns the exit status.
    private func conclude(_ status: Termination?, _ logLines: [String]) -> ExitStatus {
        let lines = logLines.suffix(Self.maximumLines)
        for line in lines { terminal.writeError(line) }
        // An invalid document has the same exit status as in the foreground.
        if status == .exited(Int(ExitStatus.usage.rawValue)) { return .usage }
        switch status {
        case nil:
            terminal.reportError("the server was not ready within \(Self.readyTimeout.displayText) and was stopped")
        case .exited: terminal.reportError("the server did not start", hint: lines.isEmpty ? nil : "see the log above")
        case .signaled(let signal): terminal.reportError("the server did not start: \(signal) ended it")
        }
        return .unavailable
    }
}

/// This process, if `serve --detach` started it in the background: its log, and its pipe to the foreground process.
struct BackgroundServer: Sendable {
    /// The path of the file that receives its standard output and standard error.
    let log: String

    /// The environment variable that marks a background process and names its log.
    static let variable = "REHEARSAL_DETACHED"
    /// The descriptor of the pipe through which the process reports that it is ready.
    static let readyPipe: Int32 = 3

    /// Reads the path of the log from the environment. Returns nil if `serve --detach` did not start this process.
    init?(_ environment: Environment) {
        guard let log = environment[Self.variable], log.hasPrefix("/") else { return nil }
        self.log = log
    }

    /// Reports that the server is ready; returns false if the foreground process has ended.
    func announce(_ text: String) -> Bool {
        let descriptor = Descriptor(number: Self.readyPipe)
        defer { descriptor.close() }
        return descriptor.write(text + "\n")
    }

    /// Renames the log to `PORT.log` and returns its path.
    func nameLog(after port: Int, in folder: StateFolder) throws -> String {
        let path = Self.path(of: port, in: folder)
        guard PrivateFolder.moveFile(log, to: path) else { throw SystemError("name the log \(path)") }
        return path
    }

    /// Removes the log of the server on a port.
    func removeLog(of port: Int, in folder: StateFolder) { PrivateFolder.removeFile(Self.path(of: port, in: folder)) }

    private static func path(of port: Int, in folder: StateFolder) -> String { "\(folder.path)/\(port).log" }
}
