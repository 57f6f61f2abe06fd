import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The scenarios of this package", .limitedConcurrency)
struct LibraryTests {
    /// The factor by which the scenarios run faster than written.
    private static let speed = 20

    private static let talks =
        Talk.parking + Talk.parkingTrouble + Talk.everyApp + Talk.users + Talk.features + Talk.featuresTrouble
        + Talk.auth + Talk.bodies + Talk.caching + Talk.connections + Talk.empty
        + Talk.happy + Talk.outages + Talk.paging + Talk.limits + Talk.slow + Talk.stateful
        + Talk.shop + Talk.shopTrouble + Talk.boundaries + Talk.boundariesTrouble

    @Test("Each scenario in `Scenarios/` has exactly one talk in these tests.")
    func complete() {
        #expect(Self.talks.map(\.file).sorted() == Self.files.sorted())
        #expect(Self.files.count > 50)
    }

    @Test("A client receives the expected replies, faults and findings of each scenario.", arguments: talks)
    func played(_ talk: Talk) async throws {
        let scenario = try #require(try await talk.load().scenario).accelerated(Self.speed)
        let sut = try Backend.start(scenario)
        let mismatches = try await Conversation(sut, speed: Self.speed).mismatches(in: talk.steps)
        #expect(mismatches == [])
        #expect(await sut.settled(within: .seconds(300)))
        let faults = sut.journal.entries.compactMap(\.fault)
        #expect(Self.are(faults, talk.faults), "\(faults)")
        let findings = sut.findings.map(\.description)
        #expect(Self.are(findings, talk.findings), "\(findings)")
    }

    @Test(
        "Each scenario loads without a diagnostic, alone and over its base, and has the name of its file.",
        arguments: talks
    )
    func clean(_ talk: Talk) async throws {
        if talk.base != nil { #expect(try await talk.load(isProved: true).diagnostics.map(\.text) == []) }
        let alone = try await Talk(talk.file, []).load(isProved: true)
        #expect(alone.diagnostics.map(\.text) == [])
        let scenario = try #require(alone.scenario)
        let names = talk.file.split(separator: "/")
        #expect(
            [names.last.map(String.init), names.suffix(2).joined(separator: "-"), "parking"].contains(scenario.name)
        )
        #expect(!scenario.summary.isEmpty)
        _ = try CompiledScenario(scenario)
    }

    @Test(
        "Each scenario begins with a comment that explains it and contains the command that serves it.",
        arguments: files
    )
    func explained(_ file: String) throws {
        let bytes = try FileSystem.read(Talk.folder + file + ".jsonc", limit: 1 << 20)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix { $0.hasPrefix("//") }
        #expect(lines.first?.hasPrefix("// ") == true)
        #expect(lines.first?.hasPrefix("//  ") == false)
        let commands = lines.filter { $0.hasPrefix("//     rehearsal ") }
        let isNamed = commands.contains { $0.contains("Scenarios/\(file).jsonc") }
        if !isNamed {
            #expect(file == "demo")
            #expect(commands == ["//     rehearsal serve"])
        }
        #expect(bytes.count < 4_096)
    }

    private static func are(_ lines: [String], _ expected: [String]) -> Bool {
        lines.count == expected.count && zip(lines, expected).allSatisfy { Step("", $1).isMet(by: $0) }
    }

    /// Every document in `Scenarios/`, without its extension.
    static let files = documents(in: "")

    private static func documents(in folder: String) -> [String] {
        FileSystem.names(in: Talk.folder + folder).flatMap { name -> [String] in
            if FileSystem.isFolder(Talk.folder + folder + name) { return documents(in: folder + name + "/") }
            return name.hasSuffix(".jsonc") ? [folder + name.dropLast(".jsonc".count)] : []
        }
    }
}
