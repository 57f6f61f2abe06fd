import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Draws of a template", .limitedConcurrency)
struct TemplateDrawTests {
    private func render(_ text: String, seed: UInt64 = 7) throws -> String {
        var play = TemplatePlay()
        play.seed = seed
        return try play.render(text)
    }

    @Test("The same seed renders the same values, and another seed renders others.")
    func seed() throws {
        let text = "{{uuid}} {{random 1 1000000}} {{uuid}}"
        #expect(try render(text) == render(text))
        #expect(try render(text) != render(text, seed: 8))
    }

    @Test("Values are drawn in the order of the draws in the text, regardless of other expressions.")
    func order() throws {
        let both = try render("{{random 0 1000000}} {{uuid}}")
        #expect(try render("{{random 0 1000000}}") == both.split(separator: " ")[0])
        #expect(
            try render("{{random 0 1000000}}{{count}}, {{state.x}}{{uuid}}").hasSuffix(both.split(separator: " ")[1])
        )
        #expect(try render("{{uuid}} {{random 0 1000000}}") != both)
    }

    @Test("Templates with one context continue its sequence of draws.")
    func context() throws {
        let both = try render("{{uuid}}{{uuid}}")
        var context = TemplatePlay().context()
        let sut = try Template("{{uuid}}")
        #expect(sut.render(&context) + sut.render(&context) == both)
    }

    @Test("A UUID has version 4 and the variant of RFC 9562, in lower case.")
    func uuid() throws {
        var seen: Set<String> = []
        var marks: Set<Character> = []
        for seed in 0..<200 {
            let text = try render("{{uuid}}", seed: UInt64(seed))
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
            #expect(groups[2].first == "4")
            marks.formUnion(groups[3].prefix(1))
            #expect(text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x2D })
            seen.insert(text)
        }
        #expect(seen.count == 200)
        #expect(marks == ["8", "9", "a", "b"])
    }

    @Test("Random numbers cover their bounds inclusively and about uniformly.")
    func bounds() throws {
        let drawn = try render(String(repeating: "{{random -1 2}} ", count: 4_000)).split(separator: " ")
        let counts = Dictionary(drawn.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(Set(counts.keys) == ["-1", "0", "1", "2"])
        #expect(counts.values.allSatisfy { 850...1_150 ~= $0 })
        #expect(try render("{{random 5 5}}") == "5")
    }

    @Test("The widest range can be drawn from.")
    func widest() throws {
        let text = "{{random -9223372036854775808 9223372036854775807}} "
        let drawn = try render(String(repeating: text, count: 200)).split(separator: " ").map { Int64($0) }
        #expect(drawn.allSatisfy { $0 != nil })
        #expect(Set(drawn).count == 200)
        #expect(drawn.contains { $0 ?? 0 < 0 })
        #expect(drawn.contains { $0 ?? 0 > 0 })
        let half = try render(String(repeating: "{{random -1 9223372036854775807}} ", count: 200)).split(separator: " ")
        #expect(half.allSatisfy { Int64($0) ?? -2 >= -1 })
    }
}
