import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The needs of a template", .limitedConcurrency)
struct TemplateNeedsTests {
    @Test(
        "Each expression states the data that it needs.",
        arguments: [
            ("path.id", .path), ("query.q", .query), ("header.X", .headers), ("cookie.c", .headers),
            ("form.f", .body), ("body", .body), ("body./a", .body), ("state", .state), ("state.x", .state),
            ("count", .count), ("uuid", .randomness), ("random 1 2", .randomness), ("now", .time), ("now + 1s", .time),
            ("baseURL", .baseURL), ("method", .requestLine), ("url", .requestLine), ("pathname", .requestLine),
            ("segment.0", .requestLine), ("'{{'", []),
        ] as [(String, Template.Needs)]
    )
    func single(_ expression: String, _ needs: Template.Needs) throws {
        #expect(try Template("a {{ \(expression) }}").needs == needs)
    }

    @Test("A template needs everything that its expressions need, and a plain text needs nothing.")
    func union() throws {
        #expect(try Template("{{now}}{{path.id}}{{ uuid }}").needs == [.time, .path, .randomness])
        #expect(try Template("plain").needs == [])
    }

    @Test("A parsed template lists each expression with its range, its source and its filters.")
    func places() throws {
        let text = "é{{path.id}} {{ now + 2h | date }}{{ state.x | default 'a' }}{{random  1 2}}"
        let sut = try Template(text)
        let marked = sut.expressions.map {
            String(String.UnicodeScalarView(text.unicodeScalars.dropFirst($0.offset).prefix($0.length)))
        }
        #expect(marked == ["path.id", "now + 2h", "state.x", "random  1 2"])
        #expect(sut.expressions.map(\.source) == [.path("id"), .now(shift: 7_200_000), .state("x"), .random(1...2)])
        #expect(sut.expressions.map(\.filters) == [[], [.time(.date)], [.default("a")], []])
    }
}
