import Rehearsal
import RehearsalFiles

/// One run of `serve --detach`: starts a server that goes on without it, and returns when that is ready.
struct Detaching: Sendable {
    let terminal: Terminal

    private static let patience = Duration.seconds(60)
    private static let shownLines = 20

    /// - Parameter words: the command line, without the program.
    func run(_ words: [String]) -> ExitStatus {
        do {
            let folder = StateFolder(terminal.environment)
            let log = try folder.log()
            defer { log.descriptor.close() }
            let started = try DetachedProcess(
                [try ProgramPath.own()] + words,
                log: log.descriptor,
                adding: [(Background.variable, log.path)]
            )
            switch started.news(within: Self.patience) {
            case .ready(let text):
                terminal.write(text)
                return .held
            case .ended: return conclude(started.end(within: Self.patience), log.path)
            case .silent: return conclude(started.end(within: .zero), log.path)
            }
        } catch let error as StateFolder.Failure {
            terminal.complain(error.description, hint: error.hint)
        } catch let error as ChildProcess.StartError {
            terminal.complain(error.description, hint: error.hint)
        } catch {
            terminal.complain("\(error)")
        }
        return .couldNot
    }

    /// Says why there is no server.
    private func conclude(_ status: CommandEnd?, _ log: String) -> ExitStatus {
        let bytes = (try? FileSystem.read(log, limit: 16 << 20)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(Self.shownLines)
        for line in lines { terminal.writeError(String(line)) }
        OwnedFolder.removeFile(log)
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
