import Rehearsal
package import RehearsalDocuments
import RehearsalPlatform

/// The scenario that a recording is the beginning of: it plays what was recorded, and is there to be edited.
///
/// It refers to the recording and copies no body of it. The same recording gives the same text.
package struct DerivedScenario: Sendable {
    /// The document.
    package let text: String

    /// Why no scenario can say what a recording plays.
    package struct Impossible: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// - Parameter har: where the recording is; the document is to stand beside it.
    package init(_ recording: Recording, har: String) throws(Impossible) {
        let file = FileName.last(of: har)
        let head = ["Derived from \(file): what was recorded, as a scenario that is yours to edit."]
        try self.init(recording, har: har, prefix: Self.prefix(of: har), head: head)
    }

    /// - Parameters:
    ///   - prefix: what stands before the name of an entry.
    ///   - head: the first lines of the document.
    package init(_ recording: Recording, har: String, prefix: String, head: [String]) throws(Impossible) {
        let names = recording.entries.compactMap(\.name)
        guard names.count == recording.entries.count, Set(names).count == names.count else {
            throw Impossible("its entries have no names of their own: run rehearsal inspect --normalize \(har)")
        }
        let draft = try DerivedDraft(recording) { prefix + names[$0] }
        let layout = DocumentLayout(
            head: head + Self.manual.filter { !head.contains($0) } + draft.comments,
            endpoints: Dictionary(uniqueKeysWithValues: draft.endpoints.map(\.comments).enumerated().map { ($0, $1) })
        )
        text = layout.text(of: try draft.document(named: FileName.stem(of: har)))
    }

    /// What stands before the name of an entry: `users/`, or `users.har/` where recordings are not looked for.
    private static func prefix(of har: String) -> String {
        let folder = FileName.folder(of: har)
        let isLookedFor = FileName.last(of: FileSystem.realPath(folder) ?? folder) == "Recordings"
        return FileName.stem(of: har) + (isLookedFor ? "/" : ".har/")
    }

    private static let manual =
        [
            "Each reply is an entry of the recording. Beside \"recording\" it may have what every reply may have (\"status\",",
            "\"headers\", \"delay\", \"fault\", \"times\"), and \"edit\" and \"remove\", which change its JSON.",
            "What may be said here: rehearsal help scenario",
        ]
}

/// The scenario beside a recording on disk: `Recordings/users.jsonc` beside `Recordings/users.har`.
package struct DerivedFile: Sendable {
    /// The document, as it is named to people.
    package let path: String
    private let har: String
    private let isExact: Bool
    private let earlier: Earlier

    /// What was there before the recording was written.
    private enum Earlier: Sendable {
        case nothing
        /// What the recording that was there came to: nobody has edited it.
        case derived([UInt8])
        case edited
    }

    /// What is to become of the scenario.
    package enum Wish: String, Sendable, CaseIterable {
        /// Written where there is none, renewed while nobody has edited it, and left alone from then on.
        case keep
        /// Written whatever is there.
        case rewrite
        /// Not written.
        case none
    }

    /// What became of the scenario.
    package enum Outcome: Sendable, Hashable {
        case written
        /// It is there already, and would be no other.
        case unchanged
        /// It has been edited, and is left as it is.
        case left
        /// It was not asked for, or there is nothing to derive it from.
        case none
        /// There is none, for this reason.
        case impossible(String)
    }

    /// Looks at what is there, which is to be done before the recording is written.
    ///
    /// - Parameters:
    ///   - har: the recording, as it is named to people.
    ///   - isExact: whether it keeps what changes every time.
    package init(beside har: String, isExact: Bool = false) {
        (self.har, self.isExact) = (har, isExact)
        path = FileName.join(FileName.folder(of: har), FileName.stem(of: har) + ".jsonc")
        guard FileSystem.realPath(path) != nil else {
            earlier = .nothing
            return
        }
        let text = try? FileSystem.read(path, limit: ScenarioFiles.sizeLimit)
        let derived = Self.text(har, isExact)
        earlier = if case .success(let derived?) = derived, text == derived { .derived(derived) } else { .edited }
    }

    /// Whether somebody has edited what is there, or written it.
    package var isEdited: Bool { if case .edited = earlier { true } else { false } }

    /// Writes it, once the recording is whole.
    package func write(_ wish: Wish) -> Outcome {
        guard wish != .none else { return .none }
        if isEdited, wish == .keep { return .left }
        switch Self.text(har, isExact) {
        case .failure(let reason): return .impossible(reason.description)
        case .success(nil): return .none
        case .success(let bytes?):
            let present = try? FileSystem.read(path, limit: ScenarioFiles.sizeLimit)
            if present == bytes { return .unchanged }
            if wish == .keep, wasEditedMeanwhile(present) { return .left }
            do throws(WrittenFile.Failure) {
                try WrittenFile.replace(path, bytes)
                return .written
            } catch {
                return .impossible(error.sentence(about: path))
            }
        }
    }

    /// Whether what is there now is not what was there before the recording was written.
    private func wasEditedMeanwhile(_ present: [UInt8]?) -> Bool {
        guard FileSystem.realPath(path) != nil else { return false }
        return if case .derived(let bytes) = earlier { present != bytes } else { true }
    }

    /// What a recording comes to; nil for none that has anything to play.
    private static func text(_ har: String, _ isExact: Bool) -> Result<[UInt8]?, DerivedScenario.Impossible> {
        guard FileSystem.isFile(har), let recording = Recording(at: har, isExact: isExact) else { return .success(nil) }
        if recording.entries.isEmpty { return .success(nil) }
        do throws(DerivedScenario.Impossible) {
            return .success(Array(try DerivedScenario(recording, har: har).text.utf8))
        } catch {
            return .failure(error)
        }
    }
}

extension Recording {
    /// The recording in a file; nil if it cannot be read, which whoever plays it says.
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
