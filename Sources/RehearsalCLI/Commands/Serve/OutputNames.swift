import Rehearsal
import RehearsalPlatform

/// The files that a command is told to write: each by itself, since two that write into one spoil it.
enum OutputNames {
    /// Two options that name one file.
    struct Clash: Error, CustomStringConvertible {
        let path: String
        let options: [String]

        var description: String {
            "--\(options.joined(separator: " and --")) cannot both be written to \(path): name a file for each"
        }
    }

    /// An option that names a file that is played.
    struct Overwriting: Error, CustomStringConvertible {
        let path: String
        let option: String

        var description: String {
            "\(path.quoted) is played, and would be written over: name another file for --\(option)"
        }
    }

    /// - Parameter played: the files that the backend's scenario is made of.
    /// - Throws: `Overwriting` for the first that is one of them.
    static func check(
        _ files: [(option: String, path: String)],
        besides played: [String]
    ) throws(Overwriting) {
        // A HAR says so of itself, and what is missing is added to a file.
        for file in files where !["har", "add-missing"].contains(file.option) && FileSystem.isFile(file.path) {
            if played.contains(where: { FileSystem.isSame($0, file.path) }) {
                throw Overwriting(path: file.path, option: file.option)
            }
        }
    }

    /// - Throws: `Clash` for the first file that is named twice, by whatever links; a pipe or a device may be.
    static func check(_ files: [(option: String, path: String)]) throws(Clash) {
        for (index, file) in files.enumerated() {
            for earlier in files[..<index] where isSame(earlier.path, file.path) {
                throw Clash(path: file.path, options: [earlier.option, file.option])
            }
        }
    }

    private static func isSame(_ path: String, _ other: String) -> Bool {
        guard FileSystem.realPath(path) != nil else { return place(of: path) == place(of: other) }
        return FileSystem.isFile(path) && FileSystem.isSame(path, other)
    }

    /// Where a file is going to be that is not there yet.
    private static func place(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map { String($0) }
        let folder = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
        return (FileSystem.realPath(folder) ?? folder) + "/" + (parts.last ?? "")
    }
}
