import Rehearsal
import RehearsalReports
import RehearsalHarness
import RehearsalPlatform

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
