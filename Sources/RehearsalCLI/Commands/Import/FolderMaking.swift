import RehearsalPlatform

/// Makes folders that are to hold files.
enum FolderMaking {
    /// Makes a folder with those around it; what could not be made is told when a file in it cannot be written.
    static func make(_ path: String) {
        var made = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            made += "/\(name)"
            mkdir(made, 0o777)
        }
    }
}
