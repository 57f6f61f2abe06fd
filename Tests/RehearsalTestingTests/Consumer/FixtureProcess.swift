import Foundation
import RehearsalTestSupport
import Testing

/// The tests of `Fixtures` in a process of their own, which runs the bundle that this process runs.
enum FixtureProcess {
    enum Library: String {
        case swiftTesting, xcTest
    }

    static func run(_ library: Library) async throws -> (end: BoundedRun.Termination, output: String) {
        let words = ["REHEARSAL_CONSUMER_FIXTURES=1", "REHEARSAL_RECORD=once"] + (try command(library))
        return try await BoundedRun.run("/usr/bin/env", words, seconds: 400, withErrors: true)
    }

    private static func command(_ library: Library) throws -> [String] {
        #if os(Linux)
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            switch library {
            case .swiftTesting: return [program, "--testing-library", "swift-testing"] + filter
            case .xcTest: return [program, "ConsumerFixtures.ThrowingTests"]
            }
        #else
            let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }).bundlePath
            switch library {
            case .swiftTesting:
                // The helper of the package manager, with its arguments up to those that select tests.
                let own = CommandLine.arguments
                let index = try #require(own.firstIndex(of: "--testing-library"))
                return own[...index] + ["swift-testing"] + filter
            case .xcTest: return ["xcrun", "xctest", "-XCTest", "ConsumerFixtures.ThrowingTests", bundle]
            }
        #endif
    }

    private static let filter = ["--filter", #"^ConsumerFixtures\."#]
}
