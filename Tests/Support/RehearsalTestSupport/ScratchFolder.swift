#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary folder of a test, which `deinit` removes.
package final class ScratchFolder: Sendable {
    package let path: String

    /// Creates a folder with files.
    ///
    /// - Parameter files: the contents of the files, by name.
    package init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of a file in the folder.
    package subscript(name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, creates its parent folders, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = URL(fileURLWithPath: self[name])
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return self[name]
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    package func read(_ name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }

    /// Creates a symbolic link in the folder.
    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
    }
}
