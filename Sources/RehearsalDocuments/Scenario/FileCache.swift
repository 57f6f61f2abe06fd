import Rehearsal
import RehearsalPlatform

/// A cache of the files that documents refer to; each file is read once.
///
/// The type is a class so that all documents of one load share the cache.
final class FileCache {
    let root: ScenarioRoot
    private let options: ScenarioFiles.Options
    private var contents: [String: [UInt8]] = [:]
    private var recordings: [String: Recording] = [:]
    /// The recordings with errors, so that the errors are reported once.
    private var failedRecordings: Set<String> = []
    /// The diagnostics of the recordings.
    private(set) var diagnostics: [Diagnostic] = []

    init(root: ScenarioRoot, _ options: ScenarioFiles.Options) {
        self.root = root
        self.options = options
    }

    /// The paths of all files that were read or failed to be read.
    var files: [String] {
        Array(contents.keys) + Array(recordings.keys) + Array(failedRecordings) + recordings.values.flatMap(\.files)
    }

    /// Returns the content of a file that is sent as a body, at most 512 MiB.
    func bytes(of real: String) throws(FileSystem.Failure) -> [UInt8] {
        if let cached = contents[real] { return cached }
        let bytes = try FileSystem.read(real, limit: 512 << 20)
        contents[real] = bytes
        return bytes
    }

    /// Returns a recording; nil, after adding diagnostics, if it cannot be read.
    func recording(shown: String, real: String) -> Recording? {
        if let cached = recordings[real] { return cached }
        guard failedRecordings.insert(real).inserted else { return nil }
        do throws(FileSystem.Failure) {
            let source = SourceText(path: shown, bytes: try FileSystem.read(real, limit: Recording.sizeLimit))
            let recording = Recording.read(
                source,
                exact: options.isExact,
                today: options.today,
                root: root,
                diagnostics: &diagnostics
            )
            guard let recording else { return nil }
            recordings[real] = recording
            if let checks = options.linting {
                diagnostics += checks.recording(source, recording.files)
            }
            failedRecordings.remove(real)
            return recording
        } catch {
            diagnostics.append(Diagnostic(.error, .unreadableFile, path: shown, message: error.message(about: shown)))
            return nil
        }
    }
}

extension FileSystem.Failure {
    /// Returns the error text for a file, with the remedy.
    package func message(about path: String) -> String {
        switch self {
        case .missing: "the file \(path.quoted) does not exist"
        case .isFolder: "\(path.quoted) is a folder: name a file in it"
        case .notRegularFile: "\(path.quoted) is not a regular file"
        case .tooLarge(let bytes):
            "\(path.quoted) is too large (\(bytes >> 20) MiB): split it, or remove what the scenario does not need"
        case .system(let reason): "\(path.quoted) cannot be read: \(reason)"
        }
    }
}
