import Foundation
import RehearsalRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Tests that record a real backend", .enabled(if: FixtureRun.isRequested))
struct RecordingTests {
    @Test(
        "A test that passes writes the recording.",
        .backend(recording: "passed", of: Upstream.url, filePath: Upstream.testFile)
    )
    func passed() async throws {
        let url = try Backend.current.baseURL.appending(path: "items")
        _ = try await URLSession(configuration: .ephemeral).data(from: url)
    }

    @Test(
        "A test with an unmet expectation writes no recording.",
        .backend(recording: "failed", of: Upstream.url, filePath: Upstream.testFile)
    )
    func failed() async throws {
        let url = try Backend.current.baseURL.appending(path: "items")
        let (data, _) = try await URLSession(configuration: .ephemeral).data(from: url)
        #expect(data.isEmpty)
    }

    /// The real backend, which runs only with the fixtures.
    private enum Upstream {
        private static let backend =
            FixtureRun.isRequested
            ? try? Backend.start(Scenario("upstream", endpoints: [.get("/items", replies: [.init(body: .text("1"))])]))
            : nil

        static var url: String { backend?.baseURL.absoluteString ?? "" }

        /// A source file in a package of its own, so that no recording is written to this one.
        static let testFile: String = {
            let folder = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)")
            guard FixtureRun.isRequested else { return folder.path }
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in ["Package.swift", "My.swift"] { try? Data().write(to: folder.appending(path: name)) }
            return folder.appending(path: "My.swift").path
        }()
    }
}
