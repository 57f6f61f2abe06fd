import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Formats of schemas", .limitedConcurrency)
struct SchemaFormatTests {
    @Test("Each text is valid or invalid as the specification of its format defines.", arguments: FormatRow.all)
    func format(_ row: FormatRow) throws {
        let format = try #require(SchemaFormat.named(row.format))
        #expect(row.valid.filter { !format.matches(.string($0)) } == [])
        #expect(row.invalid.filter { format.matches(.string($0)) } == [])
    }

    @Test("The table has a row for each format of strings.")
    func rows() {
        let numbers: Set<SchemaFormat> = [.int32, .int64, .byte]
        #expect(
            Set(FormatRow.all.compactMap { SchemaFormat.named($0.format) })
                == Set(SchemaFormat.allCases).subtracting(numbers)
        )
    }

    @Test("A format is an annotation unless the options or the dialect make it an assertion.")
    func assertion() throws {
        let text = #"{"format": "ipv4"}"#
        #expect(try SchemaSample.schema(text).isValid("x"))
        #expect(try !SchemaSample.schema(text, options: SchemaOptions(assertsFormats: true)).isValid("x"))
        let declared = try SchemaSample.schema(
            #"{"$schema": "https://example.com/meta", "format": "ipv4"}"#,
            documents: [
                "https://example.com/meta":
                    #"{"$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/format-assertion": true}}"#
            ]
        )
        #expect(!declared.isValid("x"))
    }

    @Test("A format that is not known matches every value.")
    func unknown() throws {
        let schema = try SchemaSample.schema(#"{"format": "color"}"#, options: SchemaOptions(assertsFormats: true))
        #expect(schema.isValid("x"))
    }

    @Test("A format matches every value of another type.")
    func otherTypes() {
        for format in SchemaFormat.allCases { #expect(format.matches(nil) && format.matches([1])) }
    }

    @Test("Punycode of RFC 3492, section 7.1, is decoded and encoded.")
    func punycode() {
        let encoded = "ihqwcrb4cv8a8dqg056pqjye"
        let decoded = Punycode.decoded(encoded.utf8[...]).map { String(String.UnicodeScalarView($0)) }
        #expect(decoded == "他们为什么不说中文")
        #expect(decoded.map { Punycode.encoded(Array($0.unicodeScalars)) } == encoded)
        #expect(Punycode.decoded("99999999".utf8[...]) == nil)
    }
}

/// A format with valid and invalid texts.
struct FormatRow: Sendable, CustomTestStringConvertible {
    let format: String
    let valid: [String]
    let invalid: [String]

    var testDescription: String { format }

    init(_ format: String, _ valid: [String], _ invalid: [String]) {
        self.format = format
        self.valid = valid
        self.invalid = invalid
    }

    static let all = [
        FormatRow(
            "date-time",
            ["2026-11-26T09:30:00Z", "1998-12-31T23:59:60Z", "2026-11-26t09:30:00.123456789+05:30"],
            ["2026-11-26T09:30:00", "2026-02-30T00:00:00Z", "1998-12-31T22:59:60Z", "2026-11-26 09:30:00Z", ""]
        ),
        FormatRow("date", ["2024-02-29", "2000-02-29"], ["1900-02-29", "2024-2-9", "2024-13-01", "2024-01-00"]),
        FormatRow(
            "time",
            ["09:30:00Z", "23:59:60Z", "01:29:60+01:30"],
            ["24:00:00Z", "09:30Z", "09:30:00", "09:30:00+24:00"]
        ),
        FormatRow("duration", ["P1Y2M3DT4H5M6S", "P2W", "PT36H"], ["P", "PT", "P1Y2D", "P1S", "P1W2D", "1D", "P1D "]),
        FormatRow(
            "email",
            ["a.b+c@example.com", "\"a b\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]"],
            ["a", "@b", "a@", ".a@b", "a..b@c", "a b@c", "a@b_c", "é@b"]
        ),
        FormatRow("idn-email", ["é@exämple.de", "a@b"], ["é", "é@-a"]),
        FormatRow("hostname", ["example.com", "a-b.c", "xn--9n2bp8q"], ["", "a_b", "-a", "a.", "é.com", "xn--X"]),
        FormatRow("idn-hostname", ["exämple.de", "l·l", "a。b"], ["a..b", "a·b", "\u{300}a", "xn--example-"]),
        FormatRow("ipv4", ["0.0.0.0", "255.255.255.255"], ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"]),
        FormatRow(
            "ipv6",
            ["::", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"],
            ["1", ":::", "1::2::3", "1:2:3:4:5:6:7:8:9", "::g"]
        ),
        FormatRow(
            "uri",
            ["http://a/b?c#d", "urn:a:b", "http://[::1]:80/"],
            ["/a", "http://a b", "http://a/%zz", "1a:b"]
        ),
        FormatRow("uri-reference", ["/a", "", "#a", "a:b"], ["\\a", "1:b", "/é", "//a@b@c"]),
        FormatRow("iri", ["http://é/ü"], ["/é", "http://a\\b"]),
        FormatRow("iri-reference", ["/é", "é"], ["\\é"]),
        FormatRow("uri-template", ["/a/{b}", "{+a,b*}", "{a:3}"], ["{", "}", "{}", "{a:0}", "{a b}"]),
        FormatRow("uuid", ["2eb8aa08-AA98-11ea-b4aa-73b441d16380"], ["2eb8aa08aa9811eab4aa73b441d16380", "g"]),
        FormatRow("json-pointer", ["", "/a~0~1", "/"], ["a", "/~", "/~2"]),
        FormatRow("relative-json-pointer", ["0", "1/a", "10#"], ["", "01", "-1", "0##", "/a"]),
        FormatRow("regex", ["^a(?=b)\\1$", "(?<a>b)\\k<a>", "[^]"], ["(", "a**", "\\a", "(?i)a"]),
    ]
}
