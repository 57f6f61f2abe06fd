import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Hostile templates", .limitedConcurrency)
struct TemplateHostileTests {
    @Test(
        "A hundred thousand repetitions of an invalid part are rejected at the first error.",
        arguments: [
            ("{{", 0), ("{{\"", 0), ("{{'{{", 0), ("{{ ", 0), ("{{a|", 0), ("{{a|b ", 0), ("{{x}}", 2),
            ("{{'a'}}{{", 7), ("{{'a\"", 0), ("{{}", 2), ("{{random ", 0), ("{{now+", 0),
        ]
    )
    func many(_ part: String, _ offset: Int) {
        let text = String(repeating: part, count: 100_000)
        let error = #expect(throws: Template.Malformed.self) { try Template(text) }
        #expect(error?.offset == offset)
    }

    @Test("Names, texts and lists of filters or words can be a megabyte long.")
    func long() throws {
        let name = String(repeating: "é", count: 500_000)
        #expect(try TemplatePlay().render("{{path.\(name)}}{{'\(name)'}}") == name)
        let filters = String(repeating: "|upper", count: 100_000)
        #expect(try TemplatePlay().render("{{header.accept\(filters)}}") == "TEXT/HTML")
        #expect(throws: Template.Malformed.self) { try Template("{{count\(String(repeating: " a", count: 500_000))}}") }
        #expect(throws: Template.Malformed.self) { try Template("{{\(name)}}") }
        #expect(throws: Template.Malformed.self) { try Template("{{now+\(String(repeating: "9", count: 500_000))d}}") }
    }

    @Test("A megabyte with ten thousand expressions is rendered.")
    func large() throws {
        let text = String(repeating: String(repeating: "é", count: 45) + "{{path.id}}", count: 10_000)
        let sut = try Template(text)
        var context = TemplatePlay().context()
        #expect(sut.render(&context).utf8.count == 910_000)
        #expect(sut.expressions.last?.offset == 10_000 * 56 - 9)
    }

    @Test("A body is parsed as JSON once for any number of expressions.")
    func body() throws {
        let body = "[" + String(repeating: "1,", count: 200_000) + "2]"
        let text = String(repeating: "{{body./0}}", count: 10_000)
        #expect(try TemplatePlay(body: body).render(text) == String(repeating: "1", count: 10_000))
    }

    @Test("A time outside of the supported dates is clamped to the first or the last.")
    func time() throws {
        var sut = TemplatePlay()
        for (now, shift, expected) in [
            (Int64.max, "+ 3652058d", "9999-12-31T23:59:59.999Z"),
            (Int64.min, "- 3652058d", "0001-01-01T00:00:00.000Z"),
            (Int64.max, "- 0s", "9999-12-31T23:59:59.999Z"), (0, "- 3652058d", "0001-01-01T00:00:00.000Z"),
        ] {
            sut.now = now
            #expect(try sut.render("{{now \(shift) | iso-ms}}") == expected)
        }
        sut.now = .max
        #expect(try sut.render("{{now | unix}} {{now | unix-ms}}") == "253402300799 253402300799999")
    }
}
