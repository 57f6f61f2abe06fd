import Foundation
import TestAdmission
import Testing

@testable import RehearsalBackend

@Suite("The resource folders of bundles", .limitedConcurrency)
struct ResourceFoldersTests {
    /// Returns the folders of bundles below a temporary folder that has these files, without the path of that folder.
    private func folders(ofBundles bundles: [String], files: [String]) throws -> [String] {
        var folders: [String] = []
        try withTemporaryFiles(files) { root throws in
            let sut = ResourceFolders.folders(ofBundles: bundles.map { "\(root)/\($0)" })
            folders = sut.map { String($0.dropFirst(root.count + 1)) }
        }
        return folders
    }

    @Test("A test bundle in an app for iOS comes before the app, and each is followed by the bundles in it.")
    func insideApp() throws {
        let folders = try folders(
            ofBundles: ["App.app", "App.app/PlugIns/Tests.xctest"],
            files: [
                "App.app/App_Model.bundle/a.json", "App.app/PlugIns/Tests.xctest/my-app_Tests.bundle/Scenarios/a.jsonc",
                "App.app/PlugIns/Tests.xctest/Scenarios/b.jsonc",
            ]
        )
        #expect(
            folders == [
                "App.app/PlugIns/Tests.xctest", "App.app/PlugIns/Tests.xctest/my-app_Tests.bundle",
                "App.app", "App.app/App_Model.bundle",
            ]
        )
    }

    @Test("A bundle for macOS has its resources in the folder Contents/Resources.")
    func deepLayout() throws {
        let folders = try folders(
            ofBundles: ["Tests.xctest"],
            files: [
                "Tests.xctest/Contents/Resources/p_Tests.bundle/Contents/Resources/Scenarios/a.jsonc",
                "Tests.xctest/Contents/Info.plist",
            ]
        )
        #expect(
            folders == [
                "Tests.xctest/Contents/Resources",
                "Tests.xctest/Contents/Resources/p_Tests.bundle/Contents/Resources",
            ]
        )
    }

    @Test("The bundles beside a test bundle are searched, as SwiftPM puts them there.")
    func besideTests() throws {
        let folders = try folders(
            ofBundles: ["debug/PackageTests.xctest", "debug/p_Tests.bundle"],
            files: [
                "debug/PackageTests.xctest/Contents/MacOS/PackageTests", "debug/p_Tests.bundle/Scenarios/a.jsonc",
                "debug/p_Other.bundle/a.json", "debug/p.build/a.json",
            ]
        )
        #expect(folders == ["debug/PackageTests.xctest", "debug/p_Other.bundle", "debug/p_Tests.bundle"])
    }

    @Test("A bundle that contains itself is searched to a limited depth.")
    func cycle() throws {
        try withTemporaryFiles(["a.json"]) { root throws in
            try FileManager.default.createSymbolicLink(atPath: "\(root)/a.bundle", withDestinationPath: root)
            #expect(ResourceFolders.folders(ofBundles: [root]).count == 5)
        }
    }

    @Test("A scenario in the resources of a test target is found when no source file exists.")
    func scenario() throws {
        try withTemporaryFiles(["Tests.xctest/p_Tests.bundle/Scenarios/outage/recovers.jsonc"]) { root throws in
            let bundles = ResourceFolders.folders(ofBundles: ["\(root)/Tests.xctest"])
            let sut = ScenarioFinder(testFile: "/Volumes/workspace/Tests/T.swift", bundles: bundles, root: nil)
            let path = try sut.path(of: "outage/recovers")
            #expect(path == "\(root)/Tests.xctest/p_Tests.bundle/Scenarios/outage/recovers.jsonc")
        }
    }
}
