import Rehearsal
import RehearsalPlatform

/// The files that the documents of one run refer to, each read once.
///
/// A class, because what one document has read serves the next; it is used by one load and never leaves it.
final class FileLibrary {
    let root: ScenarioRoot
    private let options: ScenarioFiles.Options
    private var contents: [String: [UInt8]] = [:]
    private var recordings: [String: Recording] = [:]
    /// Those that were read and are wrong: said once.
    private var broken: Set<String> = []
    /// What is wrong with recordings.
    private(set) var diagnostics: [Diagnostic] = []

    init(root: ScenarioRoot, _ options: ScenarioFiles.Options) {
        self.root = root
        self.options = options
    }

    /// Everything that was read, or could not be.
    var files: [String] {
        Array(contents.keys) + Array(recordings.keys) + Array(broken) + recordings.values.flatMap(\.files)
    }

    /// A file that is sent as a body: at most 512 MiB.
    func bytes(of real: String) throws(FileSystem.Failure) -> [UInt8] {
        if let known = contents[real] { return known }
        let bytes = try FileSystem.read(real, limit: 512 << 20)
        contents[real] = bytes
        return bytes
    }

    /// A recording; nil if it cannot be read, which is then among the diagnostics.
    func recording(shown: String, real: String) -> Recording? {
        if let known = recordings[real] { return known }
        guard broken.insert(real).inserted else { return nil }
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
            if let proving = options.proving {
                diagnostics += proving.recording(source, recording.files)
            }
            broken.remove(real)
            return recording
        } catch {
            diagnostics.append(Diagnostic(.error, .unreadableFile, path: shown, message: error.sentence(about: shown)))
            return nil
        }
    }
}

extension FileSystem.Failure {
    /// What happened, and what to do about it.
    package func sentence(about path: String) -> String {
        switch self {
        case .missing: "there is no file \(path.quoted)"
        case .isFolder: "\(path.quoted) is a folder: name a file in it"
        case .isNoFile: "\(path.quoted) is no plain file"
        case .tooLarge(let bytes):
            "\(path.quoted) is too large (\(bytes >> 20) MiB): split it or leave out what is not played"
        case .system(let reason): "\(path.quoted) cannot be read: \(reason)"
        }
    }
}
