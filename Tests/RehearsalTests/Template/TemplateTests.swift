import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A template", .limitedConcurrency)
struct TemplateTests {
    @Test("The path and its segments are rendered without escapes, and a missing segment as the empty text.")
    func pathname() throws {
        let text = "{{pathname}}|{{segment.0}}|{{segment.1}}|{{segment.2}}"
        #expect(try TemplatePlay().render(text) == "/users/a b|users|a b|")
    }

    @Test("A segment without a number is rejected.", arguments: ["segment.", "segment.x", "segment.-1", "segment"])
    func segment(_ expression: String) {
        #expect(throws: Template.Malformed.self) { try Template("{{\(expression)}}") }
    }

    @Test(
        "Each expression renders the value that it names.",
        arguments: [
            ("{{path.id}}", "7"), ("{{query.q}}", "café"), ("{{query.filter[name]}}", "x"),
            ("{{header.Accept}}", "text/html"), ("{{header.ACCEPT}}", "text/html"), ("{{header.X-Mixed}}", "aBc"),
            ("{{cookie.sid}}", "s-1"), ("{{form.user}}", "ann"), ("{{count}}", "3"), ("{{method}}", "POST"),
            ("{{url}}", "/users/7?q=caf%C3%A9&filter[name]=x"), ("{{baseURL}}/next", "http://127.0.0.1:8080/next"),
            ("{{state}}", "booked"), ("{{state.token}}", "abc"), ("{{state.price}}", "1.50"), ("{{state.on}}", "true"),
            ("{{state.none}}", "null"), ("{{state.item}}", #"{"id":42,"tags":["a","b"]}"#),
            ("{{state.name}}", #"Zoë "Z""#),
            ("{{now}}", "2026-01-31T09:05:07Z"), (#"{{"{{"}}"#, "{{"), ("{{'}}'}}", "}}"), (#"{{'"'}}"#, "\""),
            ("{{\"it's | } \"}}", "it's | } "),
        ]
    )
    func expression(_ text: String, _ expected: String) throws {
        #expect(try TemplatePlay().render(text) == expected)
    }

    @Test(
        "A pointer selects the first value of its name in a JSON body, and numbers keep their notation.",
        arguments: [
            ("{{body./id}}", "42"), ("{{body./user/name}}", "Zoë"), ("{{body./user/a~1b/1}}", "2.50"),
            ("{{body./user/a~1b}}", "[1,2.50,null]"), ("{{body./user/a~1b/2}}", "null"), ("{{body./user/a~1b/3}}", ""),
            ("{{body./user/a~1b/01}}", ""), ("{{body./user/a~1b/-}}", ""), ("{{body./id/x}}", ""), ("{{body./}}", ""),
        ]
    )
    func pointer(_ text: String, _ expected: String) throws {
        #expect(try TemplatePlay().render(text) == expected)
    }

    @Test("A body is rendered unchanged, and has no values if it is not valid JSON.")
    func body() throws {
        let sut = TemplatePlay(body: "a=1&b={{count}}")
        #expect(try sut.render("<{{body}}>") == "<a=1&b={{count}}>")
        #expect(try sut.render("<{{body./a}}>") == "<>")
        #expect(try TemplatePlay(body: "").render(#"<{{body | default "none"}}>"#) == "<none>")
    }

    @Test(
        "An absent value renders as the empty text.",
        arguments: [
            "path.x", "query.x", "header.x", "cookie.x", "form.x", "state.x", "body./x", "query.x | upper",
            "state.x | url | base64",
        ]
    )
    func absent(_ expression: String) throws {
        #expect(try TemplatePlay().render("<{{\(expression)}}>") == "<>")
    }

    @Test(
        "Filters transform a text from left to right.",
        arguments: [
            ("{{query.q | upper}}", "CAFÉ"), ("{{header.x-mixed|lower}}", "abc"), ("{{query.q | url}}", "caf%C3%A9"),
            ("{{url | url}}", "%2Fusers%2F7%3Fq%3Dcaf%25C3%25A9%26filter%5Bname%5D%3Dx"),
            ("{{query.q | base64}}", "Y2Fmw6k="), ("{{query.q | upper | base64}}", "Q0FGw4k="),
            ("{{query.q | base64 | upper}}", "Y2FMW6K="), (#"{{query.x | default "a b"}}"#, "a b"),
            ("{{query.x | default 'a b' | url}}", "a%20b"), (#"{{query.x | upper | default "a"}}"#, "a"),
            (#"{{query.q | default "a"}}"#, "café"), (#"{{query.empty | default "a"}}"#, ""),
            (#"{{query.x | default ""}}"#, ""), ("{{state.item | upper}}", #"{"ID":42,"TAGS":["A","B"]}"#),
        ]
    )
    func filter(_ text: String, _ expected: String) throws {
        #expect(try TemplatePlay().render(text) == expected)
    }

    @Test(
        "A time is shifted and formatted as the expression requests.",
        arguments: [
            ("now | iso", "2026-01-31T09:05:07Z"), ("now | iso-ms", "2026-01-31T09:05:07.089Z"),
            ("now | http-date", "Sat, 31 Jan 2026 09:05:07 GMT"), ("now | date", "2026-01-31"),
            ("now | rfc850-date", "Saturday, 31-Jan-26 09:05:07 GMT"),
            ("now | asctime-date", "Sat Jan 31 09:05:07 2026"), ("now + 1d | asctime-date", "Sun Feb  1 09:05:07 2026"),
            ("now | unix", "1769850307"), ("now | unix-ms", "1769850307089"), ("now + 2h", "2026-01-31T11:05:07Z"),
            ("now+2h", "2026-01-31T11:05:07Z"), ("now +2h", "2026-01-31T11:05:07Z"),
            ("now - 30m", "2026-01-31T08:35:07Z"),
            ("now-  30m|http-date", "Sat, 31 Jan 2026 08:35:07 GMT"), ("now + 1d | date", "2026-02-01"),
            ("now + 53s", "2026-01-31T09:06:00Z"), ("now + 911ms | iso-ms", "2026-01-31T09:05:08.000Z"),
            ("now - 20484d | date", "1970-01-01"), ("now | date | base64", "MjAyNi0wMS0zMQ=="),
        ]
    )
    func time(_ expression: String, _ expected: String) throws {
        #expect(try TemplatePlay().render("{{\(expression)}}") == expected)
    }

    @Test("The text around expressions is unchanged, including single braces, and white space within them is ignored.")
    func around() throws {
        let sut = TemplatePlay()
        #expect(try sut.render("a{{path.id}}{{path.id}}b") == "a77b")
        #expect(try sut.render("{{\t path.id\r\n}}") == "7")
        #expect(try sut.render(#"{"n":{{count}}}"#) == #"{"n":3}"#)
        #expect(try sut.render("é}}{ {\u{1F600}{{path.id}}é{") == "é}}{ {\u{1F600}7é{")
        #expect(try sut.render("") == "")
    }

    @Test("A rendered value is not rendered again.")
    func once() throws {
        var sut = TemplatePlay()
        sut.state["x"] = "{{count}}"
        #expect(try sut.render("{{state.x}}") == "{{count}}")
    }

    @Test("Only a text with two consecutive opening braces is a template.")
    func isTemplate() {
        #expect(Template.isTemplate("a{{b"))
        #expect(Template.isTemplate("{{"))
        #expect(Template.isTemplate("{ {{"))
        #expect(!Template.isTemplate(""))
        #expect(!Template.isTemplate("{ {"))
        #expect(!Template.isTemplate("a}}b{"))
    }

    @Test("Two templates are equal if their bytes are equal.")
    func equality() throws {
        #expect(try Template("a{{count}}") == Template("a{{count}}"))
        #expect(try Template("a{{count}}") != Template("a{{ count }}"))
        #expect(try Template("e\u{301}") != Template("é"))
        #expect(try Template("é{{ count }}").text == "é{{ count }}")
    }
}
