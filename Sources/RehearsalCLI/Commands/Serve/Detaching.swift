import Rehearsal
import RehearsalPlatform
import RehearsalReports
import RehearsalVerify

/// One run of `serve --detach`: starts a server that goes on without it, and returns when that is ready.
struct Detaching: Sendable {
    let terminal: Terminal

    private static let patience = Duration.seconds(60)
    private static let shownLines = 20

    /// - Parameter words: the command line, without the program.
    func run(_ words: [String]) -> ExitStatus {
        do throws(StateFolder.Failure) {
            let log = try StateFolder(terminal.environment).log()
            defer { log.descriptor.close() }
            let status = start(words, log)
            // Of a server that plays it has got another name.
            if status != .held { OwnedFolder.removeFile(log.path) }
            return status
        } catch {
            terminal.complain(error.description, hint: error.hint)
            return .couldNot
        }
    }

    private func start(_ words: [String], _ log: (path: String, descriptor: Descriptor)) -> ExitStatus {
        do {
            let words = [try ProgramPath.own()] + words
            let started = try DetachedProcess(words, log: log, adding: [(Background.variable, log.path)])
            switch started.news(within: Self.patience) {
            case .ready(let text):
                // What there is to say about its documents.
                for line in started.said { terminal.writeError(line) }
                terminal.write(text)
                return .held
            case .ended: return conclude(started.end(within: Self.patience), started.said)
            case .silent: return conclude(started.end(within: .zero), started.said)
            }
        } catch let error as ChildProcess.StartError {
            terminal.complain(error.description, hint: error.hint)
        } catch {
            terminal.complain("\(error)")
        }
        return .couldNot
    }

    /// Says why there is no server.
    private func conclude(_ status: CommandEnd?, _ said: [String]) -> ExitStatus {
        let lines = said.suffix(Self.shownLines)
        for line in lines { terminal.writeError(line) }
        // What is wrong with a document is no less wrong in the background.
        if status == .exited(Int(ExitStatus.usage.rawValue)) { return .usage }
        switch status {
        case nil: terminal.complain("the server was not ready in \(Self.patience.shown), and was ended")
        case .exited: terminal.complain("the server did not start", hint: lines.isEmpty ? nil : "it said why, above")
        case .ended(let signal): terminal.complain("the server did not start: it was ended by \(signal)")
        }
        return .couldNot
    }
}

/// This process as `serve --detach` has started it: told to go on by itself, with a place for its news.
struct Background: Sendable {
    /// The file that its standard streams go to.
    let log: String

    /// What tells it so, and names the file.
    static let variable = "REHEARSAL_DETACHED"
    /// Where it says that it is ready, to whoever started it.
    static let news: Int32 = 3

    /// Nil for a process that somebody else has started.
    init?(_ environment: Environment) {
        guard let log = environment[Self.variable], log.hasPrefix("/") else { return nil }
        self.log = log
    }

    /// Says that it is ready; false if nobody is there to hear it.
    func announce(_ text: String) -> Bool {
        let descriptor = Descriptor(number: Self.news)
        defer { descriptor.close() }
        return descriptor.write(text + "\n")
    }

    /// Gives its log the name of its port, and returns the path.
    func nameLog(after port: Int, in folder: StateFolder) throws -> String {
        let path = Self.path(of: port, in: folder)
        guard OwnedFolder.moveFile(log, to: path) else { throw SystemError("name the log \(path)") }
        return path
    }

    /// Takes away a log in which there is nothing that anybody has asked for.
    func removeLog(of port: Int, in folder: StateFolder) { OwnedFolder.removeFile(Self.path(of: port, in: folder)) }

    private static func path(of port: Int, in folder: StateFolder) -> String { "\(folder.path)/\(port).log" }
}
