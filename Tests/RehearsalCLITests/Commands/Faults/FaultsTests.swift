import Rehearsal
import RehearsalFaultCatalogue
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal faults", .limitedConcurrency)
@BlockingThread
struct FaultsTests {
    @Test("The list has one line for each fault, which begins with its number.")
    func list() throws {
        let sut = try ChildProgram.run(["faults"])
        #expect(sut.status == 0)
        let lines = sut.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("id") == true)
        #expect(lines.dropFirst().dropLast().map { $0.prefix(3) } == FaultCatalogue.entries.map { $0.id[...] })
        #expect(lines.contains { $0.hasPrefix("F05") && $0.hasSuffix("reset at beforeHead") })
        #expect(lines.last?.hasPrefix("50 faults, ") == true)
    }

    @Test("The page of a fault shows the wire, the names in other tools and the document that plays it.")
    func one() throws {
        let sut = try ChildProgram.run(["faults", "f05"])
        #expect(sut.status == 0)
        let beginning = "F05  RST instead of a reply\n  on the wire    The server reads the request, then sends"
        #expect(sut.output.hasPrefix(beginning))
        #expect(sut.output.contains("WireMock       CONNECTION_RESET_BY_PEER"))
        #expect(sut.output.contains(#""effect": "reset","#))
        #expect(!sut.output.contains("F04"))
    }

    @Test("The number of a case selects that case alone.")
    func oneCase() throws {
        let sut = try ChildProgram.run(["faults", "F31b"])
        #expect(sut.output.contains("F31b  the size has 17 digits"))
        #expect(!sut.output.contains("F31a"))
    }

    @Test("The page of a fault that cannot be played shows the reason.", arguments: ["F21", "F22", "F19b"])
    func unplayable(_ id: String) throws {
        let sut = try ChildProgram.run(["faults", id])
        #expect(sut.output.contains("written as     not played\n  reason         "))
        #expect(!sut.output.contains(#""scenario""#))
    }

    @Test("The page of a fault shows the wire of a case whose bytes differ from those of the fault.")
    func differentWire() throws {
        let sut = try ChildProgram.run(["faults", "F19"])
        let lines = sut.output.split(separator: "\n").filter { $0.hasPrefix("  on the wire    A complete reply") }
        #expect(lines.count == 2)
        let words = sut.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("A complete reply; then the server stops reading, for which TCP sends no flag."))
    }

    @Test("The page of a fault cuts a long document and names the command that prints all of it.")
    func long() throws {
        let sut = try ChildProgram.run(["faults", "F38"])
        #expect(sut.output.utf8.count < 6_000)
        #expect(sut.output.contains("for the whole document: rehearsal faults F38 --json"))
    }

    @Test("The option --json prints an array of faults with their cases and documents.")
    func json() throws {
        let sut = try ChildProgram.run(["faults", "F31", "--json"])
        let json = try JSON(parsing: Array(sut.output.utf8))
        let fault = try #require(elements(json).first)
        #expect(elements(json).count == 1)
        #expect(names(fault) == ["id", "title", "wire", "observable", "peers", "cases"])
        let cases = elements(try #require(member("cases", of: fault)))
        #expect(cases.count == 5)
        #expect(names(try #require(cases.first)) == ["id", "title", "notation", "scenario"])
    }

    private func elements(_ json: JSON) -> [JSON] {
        if case .array(let elements) = json { elements } else { [] }
    }

    private func names(_ json: JSON) -> [String] {
        if case .object(let members) = json { members.map(\.name) } else { [] }
    }

    private func member(_ name: String, of json: JSON) -> JSON? {
        if case .object(let members) = json { members.first { $0.name == name }?.value } else { nil }
    }

    @Test(
        "An unknown name is rejected with the nearest valid one.",
        arguments: [("F99", "rehearsal faults"), ("reset_pear", "did you mean reset_peer?")]
    )
    func unknown(_ name: String, _ hint: String) throws {
        let sut = try ChildProgram.run(["faults", name])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("unknown fault \"\(name)\"\n  "))
        if name != "F99" { #expect(sut.errors.contains(hint)) }
    }
}
