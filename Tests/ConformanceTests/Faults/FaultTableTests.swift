import Foundation
import Rehearsal
import RehearsalFaultCatalogue
import TestAdmission
import Testing

@Suite("The table of reported faults", .limitedConcurrency)
struct FaultTableTests {
    private static let target = ProcessInfo.processInfo.environment["REHEARSAL_FAULT_TABLE"]

    @Test("The table in the documentation has a row for each case, in order.")
    func rows() throws {
        let text = try String(contentsOfFile: FaultTable.path, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| F") }
        #expect(rows.map { String($0.dropFirst(2).prefix { $0 != " " }) } == FaultCatalogue.variants.map(\.id))
        #expect(rows.allSatisfy { $0.split(separator: "|").count == 2 + FaultClient.allCases.count })
    }

    @Test("The table in the documentation has the wire text of each case.")
    func wire() throws {
        let text = try String(contentsOfFile: FaultTable.path, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| F") }
        let wires = FaultCatalogue.entries.flatMap { entry in entry.variants.map { $0.wire ?? entry.wire } }
        #expect(rows.compactMap { $0.components(separatedBy: " | ").dropFirst().first } == wires)
    }

    @Test("The table is measured on request.", .enabled(if: target != nil, "Faults/table asks for it"))
    func measured() async throws {
        let text = try await FaultTable.measured().text
        try text.write(toFile: try #require(Self.target), atomically: true, encoding: .utf8)
    }
}
