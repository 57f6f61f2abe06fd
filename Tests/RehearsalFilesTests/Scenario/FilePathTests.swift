import RehearsalDocuments
import TestAdmission
import Testing

@Suite("Paths of files", .limitedConcurrency)
struct FilePathTests {
    @Test(
        "The folders above a path begin with the nearest one.",
        arguments: [
            ("/p/Tests/My.swift", ["/p/Tests", "/p", "/"]), ("/My.swift", ["/"]), ("/", []),
            ("Tests/T/My.swift", ["Tests/T", "Tests"]), ("My.swift", []),
        ]
    )
    func folders(path: String, folders: [String]) {
        #expect(FilePath.folders(above: path) == folders)
    }
}
