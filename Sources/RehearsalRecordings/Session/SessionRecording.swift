import Rehearsal
import RehearsalPlatform
import RehearsalRedaction

/// A HAR of what a backend of ours was asked and what it answered: a document after each exchange, however long it goes
/// on, and nothing of what is written stays in memory.
package final class SessionRecording: Sendable {
    private let state: Locked<State>
    /// As it is named to people.
    package let path: String

    private struct State {
        let file: HARFile
        var secrets = SessionSecrets()
    }

    /// Why it cannot be written.
    package typealias Failure = RecordingWriter.Failure

    /// Begins a HAR; what is in a file of that name goes, unless it is played or written by somebody else.
    ///
    /// - Parameter played: the files that the backend's scenario is made of, as absolute paths without links.
    package init(_ path: String, besides played: [String]) throws(Failure) {
        self.path = path
        guard path != "-" else { throw Failure("a HAR is written into a file: - is none, and names no output here") }
        let there = FileSystem.realPath(path)
        if let there, played.contains(where: { FileSystem.isSame($0, there) }) {
            throw Failure("\(path.quoted) is played, and would be written over: choose another name for the HAR")
        }
        if let there, !FileSystem.isFile(there) {
            throw Failure("cannot write to \(path): a HAR is written into a file, and this is none")
        }
        do throws(WrittenFile.Failure) {
            let file = try WrittenFile(path, mode: 0o600)
            try file.cut(to: 0)
            state = Locked(State(file: try HARFile(beginning: file)))
        } catch {
            throw Failure(Self.sentence(error, path))
        }
    }

    private static func sentence(_ failure: WrittenFile.Failure, _ path: String) -> String {
        switch failure {
        case .isWritten: "\(path.quoted) is written by another process: end that one, or choose another name"
        case .system(let reason): "cannot write to \(path): \(reason)"
        }
    }

    /// Puts exchanges at the end; when this returns they are in the file, without their secrets.
    package func append(_ exchanges: [SessionExchange]) throws(Failure) {
        do throws(WrittenFile.Failure) {
            try state.withLock { (state: inout State) throws(WrittenFile.Failure) in
                var entries = exchanges.map { SessionEntry($0, state.secrets.redaction).json }
                // A secret may stand somewhere before that by which it is known.
                if state.secrets.settle() {
                    entries = exchanges.map { SessionEntry($0, state.secrets.redaction).json }
                    _ = state.secrets.settle()
                }
                try state.file.append(entries)
                state.secrets.forget()
            }
        } catch {
            let reason: String? = if case .system(let reason) = error { reason } else { nil }
            throw Failure(Self.sentence(error, path), reason: reason)
        }
    }

    /// Whether the file is no longer to be found under its name: somebody has removed it, or put another there.
    package var isGone: Bool { state.withLock { !$0.file.isThere(path) } }
}
