import Foundation
import TestAdmission
import Testing

@testable import RehearsalTesting

@Suite("The resource folders of test bundles", .limitedConcurrency)
struct ResourceFoldersTests {
    /// Returns the resource folders of a test bundle in a temporary folder, relative to it, after creating the paths.
    private func found(_ paths: [String], resources: String?) throws -> [String] {
        let root = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for path in paths {
            try FileManager.default.createDirectory(
                at: root.appending(path: path),
                withIntermediateDirectories: true
            )
        }
        let bundle = ResourceFolders.LoadedBundle(
            path: "\(root.path)/AppTests.xctest",
            resources: resources.map { "\(root.path)/AppTests.xctest\($0)" }
        )
        return ResourceFolders.folders(of: [bundle]).map { String($0.dropFirst(root.path.count + 1)) }
    }

    @Test("A bundle that Xcode copies into the test bundle is found, on macOS with its folder Contents.")
    func nestedOnMac() throws {
        let nested = "AppTests.xctest/Contents/Resources/App_AppTests.bundle/Contents/Resources"
        #expect(
            try found([nested], resources: "/Contents/Resources") == ["AppTests.xctest/Contents/Resources", nested]
        )
    }

    @Test("A bundle that Xcode copies into the test bundle is found, on iOS without further folders.")
    func nestedOnPhone() throws {
        let nested = "AppTests.xctest/App_AppTests.bundle"
        #expect(try found(["\(nested)/Scenarios"], resources: "") == ["AppTests.xctest", nested])
    }

    @Test("A bundle that `swift test` puts beside the test bundle is found.")
    func beside() throws {
        #expect(try found(["App_AppTests.bundle/Scenarios"], resources: nil) == ["App_AppTests.bundle"])
    }
}
