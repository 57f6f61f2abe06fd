import Rehearsal
import RehearsalDocuments
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Each feature of scenarios, as a document and as a value", .limitedConcurrency)
struct ConstructTests {
    @Test(
        "A client receives the same replies from a document and from the equal value.",
        arguments: Construct.conditions + Construct.sequences + Construct.states + Construct.overlays
            + Construct.templates + Construct.terms + Construct.origins + Construct.policies
    )
    func played(_ sut: Construct) async throws {
        let loaded = try sut.loaded()
        #expect(try await Construct.mismatches(of: loaded, sut.talk) == [])
        #expect(try await Construct.mismatches(of: sut.value, sut.talk) == [])
    }

    @Test(
        "A value that is written as a document and read again sends the same replies.",
        arguments: Construct.conditions + Construct.sequences + Construct.states + Construct.overlays
            + Construct.templates + Construct.terms + Construct.origins + Construct.policies
    )
    func written(_ sut: Construct) async throws {
        let text = String(decoding: sut.value.document.bytes(pretty: true), as: UTF8.self)
        let again = try Construct("again", String(text.dropFirst().dropLast()), sut.value, sut.talk).loaded()
        let mismatches = try await Construct.mismatches(of: again, sut.talk)
        #expect(mismatches == [], "\(text)")
    }
}
