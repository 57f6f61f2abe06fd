import TestAdmission
import Testing

@testable import Rehearsal

/// An invalid template, the characters that its error marks, and a part of the error's message.
struct TemplateMistake: Sendable, CustomTestStringConvertible {
    var template: String
    var offset: Int
    var mark: String
    var message: String

    init(_ template: String, _ offset: Int, _ mark: String, _ message: String) {
        (self.template, self.offset, self.mark, self.message) = (template, offset, mark, message)
    }

    var testDescription: String { template }
}

@Suite("Errors in templates", .limitedConcurrency)
struct TemplateErrorTests {
    static let unclosed = [
        TemplateMistake("a {{path.id", 2, "{{", "expression that opens here is not closed"),
        TemplateMistake("{{", 0, "{{", "not closed"),
        TemplateMistake("{{path.id {{count}}", 0, "{{", "not closed"),
        TemplateMistake("{{path.id{{count}}", 0, "{{", "not closed"),
        TemplateMistake("{{ok}", 4, "}", "two braces"),
        TemplateMistake("{{count} }", 7, "}", "two braces"),
        TemplateMistake("é\u{1F600}{{ \"a }}", 5, "\"", "not closed"),
        TemplateMistake("{{ 'a\" }}", 3, "'", "write ' after it"),
        TemplateMistake("x{{}}", 1, "{{}}", "the expression is empty"),
        TemplateMistake("{{ | upper}}", 0, "{{ | upper}}", "the expression is empty"),
        TemplateMistake("{{{count}}}", 2, "{count", #"{{ "{" }} before it"#),
    ]

    static let names = [
        TemplateMistake("é{{pth.id}}", 3, "pth.id", #"did you mean "path.id"?"#),
        TemplateMistake("{{ Path.id }}", 3, "Path.id", #""path.id""#),
        TemplateMistake("{{headers.Accept}}", 2, "headers.Accept", #""header.Accept""#),
        TemplateMistake("{{cuont}}", 2, "cuont", #""count""#),
        TemplateMistake("{{baseurl}}", 2, "baseurl", #""baseURL""#),
        TemplateMistake("{{randm 1 2}}", 2, "randm", "{{random 1 100}}"),
        TemplateMistake("{{now.iso}}", 2, "now.iso", "write {{now}}"),
        TemplateMistake("{{count.x}}", 2, "count.x", "nothing can follow \"count\""),
        TemplateMistake("{{path}}", 2, "path", "{{path.id}}"),
        TemplateMistake("{{path.}}", 2, "path.", "a name is missing after the dot"),
        TemplateMistake("{{path.a b}}", 9, "b", "a name cannot contain a space"),
        TemplateMistake("{{count 1 2}}", 8, "1 2", #"remove "1 2""#),
        TemplateMistake("{{'a' 'b'}}", 6, "'b'", "takes no arguments"),
        TemplateMistake("{{body.user.name}}", 2, "body.user.name", "{{body./user/name}}"),
        TemplateMistake("{{body.}}", 2, "body.", "{{body./id}}"),
        TemplateMistake("{{body/id}}", 2, "body/id", "{{body./id}}"),
        TemplateMistake("{{body./a~b}}", 7, "/a~b", "~0"),
        TemplateMistake("{{bdy./id}}", 2, "bdy./id", #""body./POINTER""#),
        TemplateMistake("{{request.path}}", 2, "request.path", "name the part itself"),
        TemplateMistake("{{$guid}}", 2, "$guid", "{{uuid}}"),
        TemplateMistake("{{jsonPath request.body '$.id'}}", 2, "jsonPath", "JSON pointer"),
        TemplateMistake("{{randomInt(1,2)}}", 2, "randomInt(1,2)", "{{random 1 100}}"),
        TemplateMistake("{{#if a}}", 2, "#if", "no blocks"),
        TemplateMistake("{{xyzzy}}", 2, "xyzzy", "valid names: path.NAME"),
    ]

    static let arguments = [
        TemplateMistake("{{random}}", 2, "random", "two integers"),
        TemplateMistake("{{random 1 2 3}}", 2, "random 1 2 3", "two integers"),
        TemplateMistake("{{random 1 b}}", 11, "b", "not an integer"),
        TemplateMistake("{{random 1.5 2}}", 9, "1.5", "not an integer"),
        TemplateMistake("{{random --1 2}}", 9, "--1", "not an integer"),
        TemplateMistake("{{random 10 1}}", 2, "random 10 1", "{{random 1 10}}"),
        TemplateMistake("{{random 0 9223372036854775808}}", 11, "9223372036854775808", "out of range"),
        TemplateMistake("{{now 2h}}", 2, "now 2h", "not a valid time span"),
        TemplateMistake("{{now + 2w | date}}", 2, "now + 2w", "ms, s, m, h and d"),
        TemplateMistake("{{now + 2 h}}", 2, "now + 2 h", "not a valid time span"),
        TemplateMistake("{{now + 1d 2h}}", 2, "now + 1d 2h", "not a valid time span"),
        TemplateMistake("{{now + h}}", 2, "now + h", "not a valid time span"),
        TemplateMistake("{{now +}}", 2, "now +", "not a valid time span"),
        TemplateMistake("{{now + 99999999999999999999d}}", 2, "now + 99999999999999999999d", "too long"),
        TemplateMistake("{{now + 9223372036854775807d}}", 2, "now + 9223372036854775807d", "too long"),
        TemplateMistake("{{now - 3652060d}}", 2, "now - 3652060d", "the maximum is 3652058d"),
    ]

    static let filters = [
        TemplateMistake("é{{count | uper}}", 11, "uper", #"did you mean "upper"?"#),
        TemplateMistake("{{count | xyzzy}}", 10, "xyzzy", "valid filters: iso, iso-ms"),
        TemplateMistake("{{count | }}", 8, "|", "no filter follows"),
        TemplateMistake("{{count || upper}}", 8, "|", "no filter follows"),
        TemplateMistake("{{count | upper 1}}", 16, "1", "takes no arguments"),
        TemplateMistake("{{count | iso}}", 10, "iso", #"only "now" is a time"#),
        TemplateMistake("{{now | upper | iso}}", 16, "iso", "put it first"),
        TemplateMistake("{{now | iso | unix}}", 14, "unix", "put it first"),
        TemplateMistake("{{query.q | default}}", 12, "default", "one text in quotes"),
        TemplateMistake("{{query.q | default 1}}", 12, "default 1", "one text in quotes"),
        TemplateMistake("{{query.q | default 'a' 'b'}}", 12, "default 'a' 'b'", "one text in quotes"),
        TemplateMistake("{{query.q | 'a'}}", 12, "'a'", "is not a filter"),
        TemplateMistake(" {{count | json}}", 11, "json", "has other text"),
        TemplateMistake("{{count | json}}.", 10, "json", "has other text"),
        TemplateMistake("{{count | json | upper}}", 10, "json", #"put "json" last"#),
        TemplateMistake("{{count | json 1}}", 15, "1", "takes no arguments"),
    ]

    @Test(
        "Each error marks the offending characters and names a correction.",
        arguments: unclosed + names + arguments + filters
    )
    func mistake(_ mistake: TemplateMistake) throws {
        let error = try #require(throws: Template.Malformed.self) { try Template(mistake.template) }
        let marked = mistake.template.unicodeScalars.dropFirst(error.offset).prefix(error.length)
        #expect(error.offset == mistake.offset)
        #expect(String(String.UnicodeScalarView(marked)) == mistake.mark)
        #expect(error.description.contains(mistake.message), "\(error)")
        #expect(!error.fix.isEmpty)
    }

    @Test("An error after other expressions marks the offending characters.")
    func behind() throws {
        let error = try #require(throws: Template.Malformed.self) {
            try Template("é{{path.é}}\u{1F600}{{ count }}é{{ nothing }}")
        }
        #expect(error.offset == 27)
        #expect(error.length == 7)
    }

    @Test("An error's message is short for any length of the text.")
    func short() throws {
        for text in [
            "{{\(String(repeating: "x", count: 10_000))}}", "{{count \(String(repeating: "y ", count: 9_000))}}",
        ] {
            let error = try #require(throws: Template.Malformed.self) { try Template(text) }
            #expect(error.description.count < 400)
        }
    }
}
