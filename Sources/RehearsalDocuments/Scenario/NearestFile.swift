import Rehearsal
import RehearsalPlatform

/// The search for the file that a user meant by the path of a file that does not exist.
package enum NearestFile {
    /// The extensions of scenarios and recordings, in the order in which they are suggested.
    private static let extensions = ["jsonc", "json", "har"]

    /// Returns a hint with a file in the same folder: one that differs only in a missing extension, else the one with
    /// the most similar name. It is nil if there is none.
    package static func hint(for path: String) -> String? {
        let (folder, name) = (FilePath.folder(of: path), FilePath.lastComponent(of: path))
        let names = FileSystem.names(in: folder)
        let withExtension = extensions.map { "\(name).\($0)" }.first(where: names.contains)
        return (withExtension ?? NearestName.of(name, in: names))
            .map { "did you mean \(FilePath.join(folder, $0).quoted)?" }
    }
}
