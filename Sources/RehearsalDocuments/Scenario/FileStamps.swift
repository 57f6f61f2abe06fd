import RehearsalPlatform

/// How some files are at one moment, so that another moment can be told from it.
package struct FileStamps: Equatable, Sendable {
    private let stamps: [String: FileSystem.Stamp]

    /// Looks at files, and at the folders that they are in: where one is missing, it may come.
    ///
    /// - Parameter files: absolute paths.
    package init(_ files: [String]) {
        var stamps: [String: FileSystem.Stamp] = [:]
        for path in Set(files + files.map { FileName.folder(of: $0) }) { stamps[path] = FileSystem.stamp(of: path) }
        self.stamps = stamps
    }
}
