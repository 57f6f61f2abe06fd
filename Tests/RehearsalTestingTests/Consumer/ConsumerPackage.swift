import Foundation
import RehearsalTestSupport
import Testing

/// A package that depends on this one by its path.
struct ConsumerPackage {
    let folder: URL

    init(_ name: String, filePath: String = #filePath) throws {
        let root = Self.root(filePath)
        folder = root.appending(path: ".build/consumers/\(name)")
        let tests = folder.appending(path: "Tests/ConsumerTests")
        try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
        try Data(Self.manifest(root.path).utf8).write(to: folder.appending(path: "Package.swift"))
        try Data(Self.example(filePath).utf8).write(to: tests.appending(path: "ExampleTests.swift"))
    }

    private static func root(_ filePath: String) -> URL {
        (0..<4).reduce(URL(filePath: filePath)) { url, _ in url.deletingLastPathComponent() }
    }

    /// The first Swift example of the README.
    static func example(_ filePath: String = #filePath) throws -> String {
        let readme = try String(contentsOf: root(filePath).appending(path: "README.md"), encoding: .utf8)
        let pieces = readme.components(separatedBy: "```swift\n")
        return try #require(pieces.dropFirst().first?.components(separatedBy: "```").first)
    }

    /// The dependencies of its targets, as the package manager resolves them without a build.
    func dependencies() async throws -> (end: BoundedRun.Termination, output: String) {
        let words = ["swift", "package", "--package-path", folder.path, "show-dependencies"]
        return try await BoundedRun.run("/usr/bin/env", words, seconds: 240, withErrors: true)
    }

    private static func manifest(_ root: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "consumer",
            platforms: [.macOS(.v14), .iOS(.v16)],
            dependencies: [.package(name: "rehearsal", path: "\(root)")],
            targets: [
                .testTarget(
                    name: "ConsumerTests",
                    dependencies: [.product(name: "RehearsalTesting", package: "rehearsal")]
                )
            ]
        )

        """
    }
}
