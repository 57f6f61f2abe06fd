import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Watching the files of a scenario", .limitedConcurrency)
struct ScenarioWatcherTests {
    /// A backend that plays the files of a folder, and the reports of its watcher.
    private final class Watched {
        let folder: ScratchFolder
        let backend: Backend
        private let watcher: ScenarioWatcher
        private var reports: AsyncStream<ScenarioWatcher.Report>.Iterator

        init(_ files: [String: String]) throws {
            let folder = try ScratchFolder(files)
            let load = { @Sendable in ScenarioFiles.load([folder["a.jsonc"]]) }
            let loaded = load()
            let (stream, continuation) = AsyncStream.makeStream(of: ScenarioWatcher.Report.self)
            backend = try Backend.start(try #require(loaded.scenario))
            watcher = try ScenarioWatcher(backend, files: loaded.files, load: load) { continuation.yield($0) }
            reports = stream.makeAsyncIterator()
            self.folder = folder
        }

        /// Returns the next report: the number of endpoints that play, or the codes of the errors.
        func report() async -> String {
            switch await reports.next() {
            case .playing(let scenario, _)?: "\(scenario.endpoints.count) play"
            case .broken(let diagnostics)?: diagnostics.map(\.code.rawValue).joined(separator: ", ")
            case .failed(let reason)?: reason
            case nil: "no report"
            }
        }

        func answer() async throws -> String? {
            try await RawClient(port: backend.port).get("/")?.text
        }

        deinit { watcher.finish() }
    }

    private static func document(_ body: String) -> String {
        #"{ "endpoints": [{ "get": "/", "replies": [\#(body)] }] }"#
    }

    @Test(
        "A watcher plays a valid change, keeps the scenario after an invalid one, and plays the correction.",
        .timeLimit(.minutes(20))
    )
    func changes() async throws {
        let sut = try Watched(["a.jsonc": Self.document(#"{ "text": "one" }"#)])
        #expect(try await sut.answer() == "one")
        try sut.folder.write("a.jsonc", Self.document(#"{ "text": "two" }"#))
        #expect(await sut.report() == "1 play")
        #expect(try await sut.answer() == "two")
        try sut.folder.write("a.jsonc", "{")
        #expect(await sut.report() == "syntax")
        #expect(try await sut.answer() == "two")
        try sut.folder.write("a.jsonc", Self.document(#"{ "text": "three" }"#))
        #expect(await sut.report() == "1 play")
        #expect(try await sut.answer() == "three")
    }

    @Test("A watcher watches the files that a document refers to, even before they exist.", .timeLimit(.minutes(20)))
    func named() async throws {
        let sut = try Watched(["a.jsonc": Self.document(#"{ "file": "b.txt" }"#), "b.txt": "one"])
        try sut.folder.write("b.txt", "two")
        #expect(await sut.report() == "1 play")
        #expect(try await sut.answer() == "two")
        try sut.folder.write("a.jsonc", Self.document(#"{ "file": "c.txt" }"#))
        #expect(await sut.report() == "missing-file")
        try sut.folder.write("c.txt", "three")
        #expect(await sut.report() == "1 play")
        #expect(try await sut.answer() == "three")
    }
}
