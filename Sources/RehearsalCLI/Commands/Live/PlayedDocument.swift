import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// A scenario or recording that a running server is to play.
struct PlayedDocument: Sendable {
    /// As it was typed.
    private let path: String
    private let absolutePath: String

    /// - Throws: what is wrong with the path.
    init(_ path: String) throws(UsageError) {
        guard let absolutePath = FileSystem.realPath(path) else {
            throw UsageError("there is no file \(path.quoted)", hint: "rehearsal scenarios lists what there is to play")
        }
        guard FileSystem.isFile(absolutePath) else { throw UsageError("\(path.quoted) is no file") }
        (self.path, self.absolutePath) = (path, absolutePath)
    }

    /// Has it played, and returns what the session has become.
    func play(on server: RunningServer, _ options: LiveOptions) throws(ControlFailure) -> SessionState {
        let order: JSON = server.isHere ? ["file": .string(absolutePath)] : ["scenario": try document()]
        do throws(ControlFailure) {
            return SessionState(json: try server.client.send("POST", options.path("play"), order))
        } catch {
            throw told(error)
        }
    }

    /// The document itself, for a server that cannot read the file.
    private func document() throws(ControlFailure) -> JSON {
        guard !path.lowercased().hasSuffix(".har") else {
            throw ControlFailure(
                message: "a recording is played from a file on the machine of the server",
                hint: "copy \(path.printable) there, and run play there",
                status: .usage
            )
        }
        do {
            let bytes = try FileSystem.read(absolutePath, limit: ScenarioFiles.sizeLimit)
            return try JSONDocument(parsing: bytes, options: [.relaxed, .allowsByteOrderMark]).root.value
        } catch {
            throw ControlFailure(
                message: "\(path.printable) cannot be sent: it is no document",
                hint: "see: rehearsal lint \(path.printable)",
                status: .usage
            )
        }
    }

    /// The same with the file named as it was typed, and with the lines that are meant, where this machine has them.
    private func told(_ failure: ControlFailure) -> ControlFailure {
        guard !failure.diagnostics.isEmpty else { return failure }
        var failure = failure
        let here = Documents.load([path], ScenarioFiles.Options())
        if here.scenario == nil {
            failure.diagnostics = here.diagnostics
        } else {
            for index in failure.diagnostics.indices where failure.diagnostics[index].path == absolutePath {
                failure.diagnostics[index].path = path
            }
        }
        failure.message = "\(path.printable) cannot be played; what was played before goes on"
        return failure
    }
}
