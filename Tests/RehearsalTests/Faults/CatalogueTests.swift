import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalFaultCatalogue

@Suite("The numbered faults", .limitedConcurrency)
struct CatalogueTests {
    private typealias Sut = FaultCatalogue

    @Test("The catalogue lists F01 to F22, F30 to F53 and F63 to F66, each once and in order.")
    func complete() {
        let numbers = Array(1...22) + Array(30...53) + Array(63...66)
        #expect(Sut.entries.map(\.id) == numbers.map { $0 < 10 ? "F0\($0)" : "F\($0)" })
    }

    @Test("A case has the number of its fault, followed by a letter if the fault has several cases.")
    func cases() {
        #expect(Set(Sut.variants.map(\.id)).count == Sut.variants.count)
        for entry in Sut.entries {
            #expect(!entry.variants.isEmpty)
            #expect(entry.variants.allSatisfy { $0.id.hasPrefix(entry.id) && $0.scenario?.name ?? $0.id == $0.id })
            #expect((entry.variants.first?.id == entry.id) == (entry.variants.count == 1))
        }
    }

    @Test(
        "A fault that is observable on the wire has a scenario, and any other case gives a reason.",
        arguments: Sut.entries.indices
    )
    func played(_ index: Int) throws {
        let entry = Sut.entries[index]
        if entry.observability == .wire { #expect(entry.variants.contains { $0.scenario != nil }) }
        for item in entry.variants {
            #expect((item.scenario == nil) == (item.reason != nil))
            guard let scenario = item.scenario else { continue }
            _ = try CompiledScenario(scenario)
            #expect(!scenario.summary.isEmpty)
        }
        #expect(entry.wire.hasSuffix("."))
        #expect((entry.observability == .wire) == (entry.observability.reason == nil))
    }

    @Test("A search finds faults by number, by the number of a case, by another tool's name and by a word.")
    func find() {
        #expect(Sut.find("f31").map(\.id) == ["F31"])
        #expect(Sut.find("F31b").map(\.id) == ["F31"])
        #expect(Sut.find("MALFORMED_RESPONSE_CHUNK").map(\.id) == ["F31"])
        #expect(Sut.find("slow_close").map(\.id) == ["F20"])
        #expect(Sut.find("gzip").map(\.id) == ["F48", "F49"])
        #expect(Sut.find("F99").isEmpty)
    }

    @Test(
        "The notation of a case is derived from the scenario that plays it.",
        arguments: [
            ("F05", "reset at beforeHead"), ("F01", "network: refusing"), ("F64", "network: bytes on clientHello"),
            ("F31a", "raw bytes"), ("F52a", "plain reply"), ("F53", "early + close at end"), ("F21", "not played"),
        ]
    )
    func said(_ id: String, _ said: String) {
        #expect(Sut.variants.first { $0.id == id }?.notation == said)
    }

    @Test("One gzip member is valid and three are damaged.")
    func gzip() {
        #expect(Gzip.whole.count == 82)
        #expect(Gzip.whole.starts(with: [0x1F, 0x8B, 0x08]))
        #expect(zip(Gzip.whole, Gzip.flipped).count { $0 != $1 } == 1)
        #expect(zip(Gzip.whole, Gzip.wrongChecksum).count { $0 != $1 } == 1)
        #expect(Gzip.whole.starts(with: Gzip.truncated))
        #expect(Gzip.truncated.count == 41)
    }
}
