import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalImport

@Suite("Templates of Mockoon", .limitedConcurrency)
struct MockoonTemplateTests {
    /// The parts that a template writes when its file is imported.
    private func written(_ text: String, seed: String = "a") throws -> [MockoonPart] {
        var template = MockoonTemplateRenderer(.init(captures: ["id"]), seed: seed)
        return try template.render(text)
    }

    private func text(_ text: String, seed: String = "a") throws -> String {
        try written(text, seed: seed).templateText
    }

    private static let fakerNames = [
        "number": "int float hex octal binary bigInt", "datatype": "boolean number uuid string datetime",
        "person": "firstName lastName middleName fullName prefix suffix sex gender jobTitle jobArea jobType bio",
        "name": "firstName lastName findName title", "phone": "number phoneNumber imei",
        "internet":
            "email exampleEmail userName displayName password url domainName domainWord ip ipv4 ipv6 mac port color "
            + "protocol httpMethod httpStatusCode userAgent emoji avatar",
        "location":
            "city country countryCode county state stateAbbr street streetAddress buildingNumber zipCode latitude "
            + "longitude timeZone direction secondaryAddress",
        "address": "city streetName zipCode", "company": "name companyName catchPhrase buzzPhrase bs",
        "commerce": "product productName productAdjective productMaterial productDescription department price isbn",
        "finance": "amount account accountNumber accountName currencyCode currencyName currencySymbol iban bic "
            + "creditCardNumber creditCardCVV transactionType transactionDescription bitcoinAddress pin routingNumber",
        "image": "avatar url urlLoremFlickr urlPicsumPhotos dataUri", "color": "human rgb",
        "lorem": "word words sentence sentences paragraph paragraphs text lines slug",
        "string": "uuid alpha alphanumeric numeric hexadecimal nanoid sample symbol ulid binary",
        "date": "past future recent soon anytime birthdate month weekday", "database": "mongodbObjectId",
        "git": "commitSha branch commitMessage", "hacker": "phrase noun verb", "music": "genre songName",
        "system": "fileName fileExt mimeType semver filePath", "vehicle": "vehicle vin vrm fuel",
        "word": "noun adjective",
        "random": "number uuid word alphaNumeric",
    ].flatMap { module, methods in methods.split(separator: " ").map { "\(module).\($0)" } }.sorted()

    @Test(
        "A method of Faker generates a value that JSON can hold.",
        arguments: fakerNames
    )
    func faker(_ name: String) throws {
        let parts = try written("[\"{{faker '\(name)'}}\"]")
        guard case .array(let elements)? = parts.document, case .string(let value)? = elements.first else {
            Issue.record("\(parts.templateText) is not JSON")
            return
        }
        #expect(!value.isEmpty)
    }

    @Test("The same seed generates the same values, and another seed generates others.")
    func seeded() throws {
        let source = "{{#repeat 20}}{{faker 'internet.email'}} {{faker 'date.past'}} {{objectId}}{{/repeat}}"
        let sut = try text(source)
        #expect(try text(source) == sut)
        #expect(try text(source, seed: "b") != sut)
    }

    @Test("The first values of a seed stay as they are: documents do not change from one version to the next.")
    func pinned() throws {
        #expect(
            try text("{{faker 'number.int' 1000}} {{firstName}} {{objectId}}") == "633 Ben b866de0af1e38085c6d8bfc7"
        )
    }

    @Test(
        "A number of Faker lies within its bounds.",
        arguments: [
            ("number.int' min=5 max=7", 5.0...7.0), ("number.int' 3", 0...3), ("number.float' min=1 max=2", 1...2),
            ("number.float' '{\"min\":1,\"max\":2,\"multipleOf\":0.5}'", 1...2), ("datatype.number' 9", 0...9),
            ("location.latitude'", -90...90), ("commerce.price' 2 3", 2...3),
        ]
    )
    func bounds(_ call: String, _ range: ClosedRange<Double>) throws {
        for seed in 0..<40 {
            let written = try text("{{faker '\(call)}}", seed: String(seed))
            let number = try #require(Double(written), "\(written)")
            #expect(range.contains(number))
        }
    }

    @Test(
        "A helper writes the text that Mockoon writes.",
        arguments: [
            ("{{add 1 2 '3'}}", "6"), ("{{subtract 5 7}}", "-2"), ("{{multiply 2 1.5}}", "3"),
            ("{{divide 7 2}}", "3.5"),
            ("{{modulo 7 4}}", "3"), ("{{round 2.5}}", "3"), ("{{ceil 1.2}}", "2"), ("{{floor 1.8}}", "1"),
            ("{{toFixed 1.005 1}}", "1.0"), ("{{parseInt '12px'}}", "12"), ("{{concat 'a' 1 true}}", "a1true"),
            ("{{uppercase 'a'}}{{lowercase 'B'}}", "Ab"), ("{{substr 'abcdef' 1 3}}", "bcd"),
            ("{{replace 'a-b-c' '-' ''}}", "ab-c"), ("{{padStart 7 3 '0'}}", "007"), ("{{len (array 1 2)}}", "2"),
            ("{{join (array 'a' 'b') '+'}}", "a+b"), ("{{#each (array 'x' 'y')}}{{@index}}{{this}}{{/each}}", "0x1y"),
            ("{{#each (object a=1)}}{{@key}}={{this}}{{/each}}", "a=1"), ("{{eq 1 1}}{{eq 1 '1'}}", "truefalse"),
            ("{{#each (array 1 2) as |n|}}{{n}}{{/each}}", "12"), ("{{#if (gt 2 1)}}a{{else}}b{{/if}}", "a"),
            ("{{#unless true}}a{{else if false}}b{{else}}c{{/unless}}", "c"),
            ("{{#with (object a='b')}}{{a}}{{/with}}", "b"),
            ("{{setVar 'x' 5}}{{getVar 'x'}}{{@x}}", "55"), ("{{! a }}{{!-- }} --}}b", "b"),
            (#"\{{x}}"#, #"{{ "{{" }}x}}"#),
            ("a {{~concat 'b'~}} c", "abc"), ("{{#repeat 2}}x{{/repeat}}", "x,\nx\n"),
            ("{{#repeat 2 comma=false}}x{{@total}}{{/repeat}}", "x2x2"),
            ("{{#switch 2}}{{#case 1}}a{{/case}}{{#case 2}}b{{/case}}{{/switch}}", "b"),
            ("{{stringify (jsonParse '[1, 2]')}}", "[1,2]"), ("{{base64 'abc'}}", "YWJj"),
        ]
    )
    func helpers(_ source: String, _ expected: String) throws {
        #expect(try text(source) == expected)
    }

    @Test(
        "A time has the format of date-fns.",
        arguments: [
            ("yyyy-MM-dd", "2020-02-09"), ("d/M/yy", "9/2/20"), ("EEE, do MMM", "Sun, 9th Feb"),
            ("hh:mm a", "03:04 PM"),
            ("HH'h'mm ''s", "15h04 '5"), ("T", "1581260645678"), ("t", "1581260645"), ("ss.SSSxxx", "05.678+00:00"),
        ]
    )
    func times(_ format: String, _ expected: String) throws {
        let moment = try #require(MockoonDate.milliseconds("2020-02-09T16:04:05.678+01:00"))
        #expect(MockoonDate.text(of: moment, format) == expected)
    }

    @Test("A time shifted by months ends on the last day of the month at the latest.")
    func months() throws {
        #expect(try text("{{dateTimeShift date='2020-01-31' months=1 format='yyyy-MM-dd'}}") == "2020-02-29")
        #expect(try text("{{dateTimeShift date='2020-01-31' years=-1 format='yyyy-MM-dd'}}") == "2019-01-31")
    }

    @Test(
        "A value that a scenario can fill in stays a template.",
        arguments: [
            ("{{urlParam 'id'}}", "{{path.id}}"), ("{{now}}", "{{now | iso-ms}}"), ("{{{uuid}}}", "{{uuid}}"),
            ("{{int 1 6}}", "{{random 1 6}}"), ("{{dateTimeShift hours=-2}}", "{{now - 2h | iso-ms}}"),
            ("{{queryParam 'a.b' 'x'}}", "{{query.a[b] | default \"x\"}}"), ("{{body 'a.0.b'}}", "{{body./a/0/b}}"),
            ("{{uppercase (header 'X')}}", "{{header.X | upper}}"), ("{{concat 'a' (cookie 'c')}}", "a{{cookie.c}}"),
        ]
    )
    func requests(_ source: String, _ expected: String) throws {
        #expect(try text(source) == expected)
    }

    @Test("A value in a JSON string is escaped, and one outside of strings is written as JSON.")
    func escaped() throws {
        let source = #"{"a":"{{replace 'x' 'x' 'say "hi"'}}","b":{{body 'n'}},"c":"\{{","d":"{{body 'n'}}"}"#
        let sut = try #require(try written(source).document)
        #expect(sut["a"] == #"say "hi""#)
        #expect(sut["b"] == "{{body./n | json}}")
        #expect(sut["c"] == #"{{ "{{" }}"#)
        #expect(sut["d"] == "{{body./n}}")
    }

    @Test(
        "A tag without a translation is named.",
        arguments: [
            ("{{wand}}", "{{wand}}"), ("{{#wand}}{{/wand}}", "{{#wand}}"),
            ("a {{faker 'magic.wand'}}", "{{faker 'magic.wand'}}"),
            ("{{add (queryParam 'n') 1}}", "{{add (queryParam 'n') 1}}"), ("{{#if 1}}", "{{#if 1}}"),
            ("{{/if}}", "{{/if}}"),
            ("{{> part}}", "{{> part}}"), ("{{#repeat 1e9}}{{/repeat}}", "{{#repeat 1e9}}"),
            ("{{now 'GGGGG'}}", "{{now 'GGGGG'}}"),
            ("{{#if (queryParam 'a')}}{{/if}}", "{{#if (queryParam 'a')}}"),
            ("{{urlParam 'other'}}", "{{urlParam 'other'}}"),
        ]
    )
    func refused(_ source: String, _ tag: String) {
        let error = #expect(throws: HandlebarsTemplate.Malformed.self) { try written(source) }
        #expect(error?.source == tag)
    }

    @Test("Blocks and parentheses that nest without end are refused.")
    func deep() {
        let blocks = String(repeating: "{{#if 1}}", count: 10_000)
        #expect(throws: HandlebarsTemplate.Malformed.self) { try written(blocks) }
        let calls = "{{concat \(String(repeating: "(concat ", count: 10_000))}}"
        #expect(throws: HandlebarsTemplate.Malformed.self) { try written(calls) }
        let repeats =
            String(repeating: "{{#repeat 9999}}", count: 5) + "xx" + String(repeating: "{{/repeat}}", count: 5)
        #expect(throws: HandlebarsTemplate.Malformed.self) { try written(repeats) }
    }
}
