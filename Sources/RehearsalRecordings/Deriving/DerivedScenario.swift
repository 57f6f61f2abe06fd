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
