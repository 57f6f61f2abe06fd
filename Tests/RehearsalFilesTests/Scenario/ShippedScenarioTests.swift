import Testing

@testable import Rehearsal
@testable import RehearsalFiles

@Suite("The scenarios that come with this package")
struct ShippedScenarioTests {
    /// What can go wrong on the way, in documents to copy from.
    static let files = [
        "connection/reset-before-head", "connection/empty-response", "connection/lost-on-reuse",
        "connection/comes-back",
        "connection/upload-refused", "slow/log-normal", "slow/dripped-body", "slow/mobile", "slow/events",
        "broken-bodies/half-a-body", "broken-bodies/wrong-length", "broken-bodies/bad-chunk", "broken-bodies/garbage",
    ]

    private static let folder = FileName.folder(of: #filePath) + "/../../../Scenarios/"

    @Test("Nothing is to be said about any of them, and they can be played.", arguments: files)
    func clean(_ name: String) throws {
        let loaded = ScenarioFiles.load([Self.folder + name + ".jsonc"])
        #expect(loaded.diagnostics.map(\.text) == [])
        let scenario = try #require(loaded.scenario)
        #expect(name.hasSuffix("/" + scenario.name))
        _ = try Playbook(scenario)
    }

    @Test("They are all there are in their folders.")
    func complete() {
        for folder in Set(Self.files.map { $0.prefix { $0 != "/" } }) {
            let names = FileSystem.names(in: Self.folder + folder).filter { $0.hasSuffix(".jsonc") }
            let expected = Self.files.filter { $0.hasPrefix(folder + "/") }.map {
                $0.dropFirst(folder.count + 1) + ".jsonc"
            }
            #expect(Set(names) == Set(expected.map(String.init)))
        }
    }
}
