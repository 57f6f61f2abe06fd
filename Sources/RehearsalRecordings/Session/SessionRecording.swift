import Rehearsal
import RehearsalPlatform
import RehearsalRedaction

/// A HAR file to which a running server appends its exchanges.
///
/// The file is valid JSON after each exchange. Written exchanges are not kept in memory.
package final class SessionRecording: Sendable {
    private let state: Locked<State>
    /// The path as the user wrote it.
    package let path: String

    private struct State {
        let file: AppendableHARFile
        var secrets = SessionSecrets()
        /// The secrets of requests that the scenario may have stored.
        var stored = RepeatedSecrets()

        mutating func entries(of exchanges: [SessionExchange]) -> [JSON] {
            exchanges.map { exchange in
                let entry = SessionHAREntry(exchange, secrets.redaction)
                stored.insert(entry.storedSecrets)
                return entry.json(stored)
            }
        }
    }

    /// The reason why the file cannot be written.
    package typealias Failure = RecordingWriter.Failure

    /// Creates the file or truncates an existing one.
    ///
    /// - Parameter scenarioFiles: The absolute paths, without symbolic links, of the scenario's files, which are not
    ///   overwritten.
    /// - Throws: `Failure` if `path` is `-`, one of these files, not a regular file, open for writing in another
    ///   process, or cannot be written.
    package init(_ path: String, scenarioFiles: [String]) throws(Failure) {
        self.path = path
        guard path != "-" else { throw Failure("a HAR cannot be written to \"-\": name a file") }
        let existing = FileSystem.realPath(path)
        if let existing, scenarioFiles.contains(where: { FileSystem.isSame($0, existing) }) {
            throw Failure("\(path.quoted) belongs to the scenario: choose another name for the HAR")
        }
        if let existing, !FileSystem.isFile(existing) {
            throw Failure("cannot write to \(path): it is not a regular file")
        }
        do throws(LockedFile.Failure) {
            let file = try LockedFile(path, mode: 0o600)
            try file.truncate(to: 0)
            state = Locked(State(file: try AppendableHARFile(beginning: file)))
        } catch {
            throw Failure(Self.sentence(error, path))
        }
    }

    private static func sentence(_ failure: LockedFile.Failure, _ path: String) -> String {
        switch failure {
        case .isLocked: "another process is writing \(path.quoted): stop that process, or choose another name"
        case .system(let reason): "cannot write to \(path): \(reason)"
        }
    }

    /// Appends exchanges with their secrets redacted. They are in the file when the method returns.
    package func append(_ exchanges: [SessionExchange]) throws(Failure) {
        do throws(LockedFile.Failure) {
            try state.withLock { (state: inout State) throws(LockedFile.Failure) in
                var entries = state.entries(of: exchanges)
                // A secret may occur before the field that identifies it, so the entries are redacted a second time.
                if state.secrets.collectNew() {
                    entries = state.entries(of: exchanges)
                    _ = state.secrets.collectNew()
                }
                try state.file.append(entries)
                state.secrets.evictOldest()
            }
        } catch {
            let reason: String? = if case .system(let reason) = error { reason } else { nil }
            throw Failure(Self.sentence(error, path), reason: reason)
        }
    }

    /// Whether the path no longer names the file, because the file was removed or replaced.
    package var isDetached: Bool { state.withLock { !$0.file.isSameFile(path) } }
}
