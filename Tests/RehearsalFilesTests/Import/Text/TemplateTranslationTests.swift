import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalImport

@Suite("Templates of other tools", .limitedConcurrency)
struct TemplateTranslationTests {
    private func translated(_ text: String) -> TemplateTranslation {
        TemplateTranslation(text) { tag in
            switch tag.words.first {
            case "id": .expression("path.id")
            case "pick": tag.option("of").map { .text($0) }
            case "bad": .expression("nothing at all")
            default: nil
            }
        }
    }

    @Test(
        "A known tag is translated, and every other brace is escaped.",
        arguments: [
            ("a {{id}} b", "a {{path.id}} b", []), ("{{{id}}}", "{{path.id}}", []), ("{{~ id ~}}", "{{path.id}}", []),
            ("{{pick of='a b'}}", "a b", []), ("{{!-- gone --}}x", "x", []),
            ("{{#if a}}x{{/if}}", #"{{ "{{" }}#if a}}x{{ "{{" }}/if}}"#, ["{{#if a}}", "{{/if}}"]),
            ("{{bad}}", #"{{ "{{" }}bad}}"#, ["{{bad}}"]), ("a {{ b", #"a {{ "{{" }} b"#, []),
        ]
    )
    func tags(_ text: String, _ expected: String, _ unknown: [String]) throws {
        let sut = translated(text)
        #expect(sut.text == expected)
        #expect(sut.unknown == unknown)
        _ = try Template(sut.text)
    }

    @Test("An unknown tag that occurs several times is reported once.")
    func once() {
        #expect(translated("{{x}}{{x}}{{y}}").unknown == ["{{x}}", "{{y}}"])
    }

    @Test("The words of a tag are split at spaces outside of quotes and parentheses.")
    func words() {
        var seen: [String] = []
        _ = TemplateTranslation("{{a 'b c' (d 'e f') g=\"h i\"}}") { tag in
            seen = tag.words
            return nil
        }
        #expect(seen == ["a", "'b c'", "(d 'e f')", "g=\"h i\""])
    }
}
