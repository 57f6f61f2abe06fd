import Foundation
import RehearsalTestSupport
import Testing

/// A package of somebody who uses this one, built and tested as they would do it.
struct ConsumerPackage {
    let folder: URL

    /// - Parameter fixtures: the files that it has, from `Fixtures/`; the example of the README is one more.
    ///
    /// It is kept below `.build`, so that only what has changed is built the next time.
    init(_ name: String, fixtures: [String], filePath: String = #filePath) throws {
        let here = URL(filePath: filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        folder = root.appending(path: ".build/consumers/\(name)")
        let tests = folder.appending(path: "Tests/ConsumerTests")
        try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
        try Self.write(Self.manifest(root.path), to: folder.appending(path: "Package.swift"))
        for fixture in fixtures {
            let text = try String(contentsOf: here.appending(path: "Fixtures/\(fixture).swift"), encoding: .utf8)
            try Self.write(text, to: tests.appending(path: "\(fixture).swift"))
        }
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        try Self.write(Self.example(in: readme), to: tests.appending(path: "ExampleTests.swift"))
    }

    /// The first piece of Swift in a text.
    private static func example(in markdown: String) throws -> String {
        let pieces = markdown.components(separatedBy: "```swift\n")
        return try #require(pieces.dropFirst().first?.components(separatedBy: "```").first)
    }

    /// Runs `swift test`, behind everything else that this machine has to do; how it ended and what it printed.
    func test(within seconds: Double = 400) async throws -> (end: BoundedRun.End, output: String) {
        let words = ["-n", "10", "swift", "test", "--package-path", folder.path]
        return try await BoundedRun.run("/usr/bin/nice", words, seconds: seconds, withErrors: true)
    }

    /// A file that is as it should be keeps its date, so that nothing is built for it.
    private static func write(_ text: String, to url: URL) throws {
        guard (try? String(contentsOf: url, encoding: .utf8)) != text else { return }
        try Data(text.utf8).write(to: url)
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
