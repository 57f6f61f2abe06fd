import Foundation

/// Creates files with an empty JSON object at these paths in a temporary folder for the duration of the closure.
func withTemporaryFiles(_ paths: [String], _ body: (String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for path in paths {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: file)
    }
    try body(root.path)
}
