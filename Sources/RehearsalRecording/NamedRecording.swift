import RehearsalBackend
import RehearsalDocuments
import RehearsalPlatform

/// A recording that a test names, and the folders in which it is found or written.
struct NamedRecording: Sendable {
    /// The path below `Recordings/` without its extension: `shop/orders`.
    let name: String
    /// The URL of the real backend.
    let upstream: String
    /// The path of the test's source file, as the compiler reports it.
    let testFile: String
    /// Returns the value of an environment variable.
    var environment: @Sendable (String) -> String? = { TestEnvironment.environment($0) }

    /// The use of a recording in a test.
    enum Use: Equatable {
        /// The recording at a path is played.
        case play(String)
        /// The real backend is recorded to a path.
        case record(String)
    }

    /// Returns whether the test plays the recording or makes it.
    ///
    /// - Parameter isNew: whether this process has made the recording at a path. Its tests then add to it.
    /// - Throws: `Backend.ScenarioNotPlayed` if the recording cannot be found and must not or cannot be made.
    func use(isNew: (String) -> Bool) throws(Backend.ScenarioNotPlayed) -> Use {
        let names = name.split(separator: "/", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw Backend.ScenarioNotPlayed(
                description: "\"\(name)\" is not a valid name of a recording; for example: \"shop/orders\""
            )
        }
        let mode = try RecordMode(environment)
        let destination = folder.map { "\($0)/\(name).har" }
        if mode != .rewrite, let existing, mode == .never || !(destination.map(isNew) ?? false) {
            return .play(existing)
        }
        if mode != .never, let destination { return .record(destination) }
        throw Backend.ScenarioNotPlayed(description: missing(mode))
    }

    /// The path of the recording; nil if it does not exist.
    private var existing: String? {
        folders.map { "\($0)/\(name).har" }.first(where: FileSystem.isFile)
    }

    /// The folders with recordings that a test can name, the nearest first.
    private var folders: [String] {
        ScenarioFinder(testFile: testFile).folders.map { "\($0)/Recordings" }.filter(FileSystem.isFolder)
    }

    /// The folder for a new recording; nil if the test's source file does not exist on this machine.
    ///
    /// It is the nearest folder `Recordings` in the package or the working copy of the test. If there is none, it is
    /// created at the top, because SwiftPM warns about files in the folder of a target that the manifest does not name.
    private var folder: String? {
        guard FileSystem.isFile(testFile) else { return nil }
        let above = FilePath.folders(above: testFile)
        let top =
            above.firstIndex { FileSystem.isFile("\($0)/Package.swift") }
            ?? above.firstIndex { FileSystem.isFolder("\($0)/.git") } ?? above.startIndex
        let candidates = above[...top].map { "\($0)/Recordings" }
        return candidates.first(where: FileSystem.isFolder) ?? candidates.last
    }

    private func missing(_ mode: RecordMode) -> String {
        let cause =
            if mode != .never {
                "and \(testFile) does not exist on this machine, so a new recording has no folder"
            } else if environment(RecordMode.variable) != nil {
                "and \(RecordMode.variable) is \"\(mode.rawValue)\""
            } else {
                "and CI is set, so nothing is recorded"
            }
        let searched = folders.isEmpty ? ["    no folder named Recordings"] : folders.map { "    \($0)" }
        return """
            the recording "\(name)" was not found, \(cause); searched in:
            \(searched.joined(separator: "\n"))
            to record \(upstream), run the test where its source files are: \
            \(RecordMode.variable)=\(RecordMode.once.rawValue) swift test; then add Recordings to the repository
            """
    }
}
