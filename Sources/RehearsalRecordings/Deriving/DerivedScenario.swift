import Rehearsal
package import RehearsalDocuments
import RehearsalPlatform

/// A scenario that replays a recording and is meant to be edited.
///
/// It refers to the bodies of the recording instead of copying them. The same recording always gives the same text.
package struct DerivedScenario: Sendable {
    /// The text of the scenario file.
    package let text: String

    /// An error that states why no scenario can be derived.
    package struct DerivationError: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// - Parameter har: The path of the recording. The scenario is written to the same folder.
    package init(_ recording: Recording, har: String) throws(DerivationError) {
        let file = FilePath.lastComponent(of: har)
        let head = ["Derived from \(file). You can edit this scenario."]
        try self.init(recording, har: har, prefix: Self.prefix(of: har), head: head)
    }

    /// - Parameters:
    ///   - prefix: The text before the name of an entry in a reference.
    ///   - head: The first comment lines of the document.
    package init(_ recording: Recording, har: String, prefix: String, head: [String]) throws(DerivationError) {
        let names = recording.entries.compactMap(\.name)
        guard names.count == recording.entries.count, Set(names).count == names.count else {
            throw DerivationError(
                "the names of its entries are missing or not unique: run rehearsal inspect --normalize \(har)"
            )
        }
        let draft = try ScenarioDraft(recording) { prefix + names[$0] }
        let layout = DocumentLayout(
            head: head + Self.manual.filter { !head.contains($0) } + draft.comments,
            endpoints: Dictionary(uniqueKeysWithValues: draft.endpoints.map(\.comments).enumerated().map { ($0, $1) })
        )
        text = layout.text(of: try draft.document(named: FilePath.stem(of: har)))
    }

    /// Returns the reference prefix: `users/`, or `users.har/` outside the `Recordings` folder that is searched for
    /// references.
    private static func prefix(of har: String) -> String {
        let folder = FilePath.folder(of: har)
        let isSearchedFolder = FilePath.lastComponent(of: FileSystem.realPath(folder) ?? folder) == "Recordings"
        return FilePath.stem(of: har) + (isSearchedFolder ? "/" : ".har/")
    }

    private static let manual =
        [
            "Each reply is an entry of the recording. It can also have the keys of any other reply (\"status\",",
            "\"headers\", \"delay\", \"fault\", \"times\"), and \"edit\" and \"remove\", which change its JSON body.",
            "All keys and their values: rehearsal help scenario",
        ]
}

/// The scenario file of a recording on disk: `Recordings/users.jsonc` for `Recordings/users.har`.
package struct DerivedFile: Sendable {
    /// The path of the scenario as the user wrote it.
    package let path: String
    private let har: String
    private let isExact: Bool
    private let initialState: InitialState

    /// The state of the scenario file before the recording was written.
    private enum InitialState: Sendable {
        /// The file does not exist.
        case missing
        /// The file has exactly the text that is derived from the existing recording, so the user did not edit it.
        case derived([UInt8])
        /// The user created or edited the file.
        case edited
    }

    /// The rule for writing the scenario file.
    package enum UpdatePolicy: String, Sendable, CaseIterable {
        /// The file is created if it is missing, and updated if the user did not edit it.
        case keep
        /// The file is always written.
        case rewrite
        /// The file is not written.
        case none
    }

    /// The result of writing the scenario file.
    package enum UpdateResult: Sendable, Hashable {
        case written
        /// The file already has this text.
        case unchanged
        /// The user edited the file, so it was not changed.
        case keptEdited
        /// No file was requested, or the recording has no entries.
        case none
        /// No scenario can be derived; the value is the reason.
        case impossible(String)
    }

    /// Reads the state of the scenario file. Must be called before the recording is written.
    ///
    /// - Parameters:
    ///   - har: The path of the recording as the user wrote it.
    ///   - isExact: Whether the recording keeps dates, durations and volatile headers.
    package init(beside har: String, isExact: Bool = false) {
        (self.har, self.isExact) = (har, isExact)
        path = FilePath.join(FilePath.folder(of: har), FilePath.stem(of: har) + ".jsonc")
        guard FileSystem.realPath(path) != nil else {
            initialState = .missing
            return
        }
        let text = try? FileSystem.read(path, limit: ScenarioFiles.sizeLimit)
        let derived = Self.text(har, isExact)
        initialState = if case .success(let derived?) = derived, text == derived { .derived(derived) } else { .edited }
    }

    /// Whether the user created or edited the file.
    package var isEdited: Bool { if case .edited = initialState { true } else { false } }

    /// Writes the file. Must be called after the recording was closed.
    package func update(_ policy: UpdatePolicy) -> UpdateResult {
        guard policy != .none else { return .none }
        if isEdited, policy == .keep { return .keptEdited }
        switch Self.text(har, isExact) {
        case .failure(let reason): return .impossible(reason.description)
        case .success(nil): return .none
        case .success(let bytes?):
            let current = try? FileSystem.read(path, limit: ScenarioFiles.sizeLimit)
            if current == bytes { return .unchanged }
            if policy == .keep, wasEditedMeanwhile(current) { return .keptEdited }
            do throws(LockedFile.Failure) {
                try LockedFile.replace(path, bytes)
                return .written
            } catch {
                return .impossible(error.sentence(about: path))
            }
        }
    }

    /// Whether the file changed after its initial state was read.
    private func wasEditedMeanwhile(_ current: [UInt8]?) -> Bool {
        guard FileSystem.realPath(path) != nil else { return false }
        return if case .derived(let bytes) = initialState { current != bytes } else { true }
    }

    /// Returns the derived text; nil if the recording is missing or has no entries to replay.
    private static func text(_ har: String, _ isExact: Bool) -> Result<[UInt8]?, DerivedScenario.DerivationError> {
        guard FileSystem.isFile(har), let recording = Recording(at: har, isExact: isExact) else { return .success(nil) }
        if recording.entries.isEmpty { return .success(nil) }
        do throws(DerivedScenario.DerivationError) {
            return .success(Array(try DerivedScenario(recording, har: har).text.utf8))
        } catch {
            return .failure(error)
        }
    }
}

extension Recording {
    /// Reads a recording from a file; nil if it cannot be read. A replay of the recording reports the reason.
    package init?(at path: String, isExact: Bool) {
        guard let bytes = try? FileSystem.read(path, limit: Recording.sizeLimit) else { return nil }
        var diagnostics: [Diagnostic] = []
        let root = FileSystem.realPath(path).map { ScenarioRoot(of: $0) }
        let source = SourceText(path: path, bytes: bytes)
        let read = Recording.read(source, exact: isExact, today: nil, root: root, diagnostics: &diagnostics)
        guard let read else { return nil }
        self = read
    }
}
