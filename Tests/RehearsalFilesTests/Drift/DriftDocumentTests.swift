import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("Drift of bodies that are not JSON", .limitedConcurrency)
struct DriftDocumentTests {
    private static func answer(_ body: String, _ type: String) -> ComparedResponse {
        ComparedResponse(200, headers: ["Content-Type": type], body: Array(body.utf8))
    }

    private static func changes(_ recorded: [String], _ now: String, _ type: String) -> [String] {
        DriftCheck(recorded.map { answer($0, type) }).changes(in: [answer(now, type)]).map(\.description)
    }

    private static let orders = """
        <?xml version="1.0"?><!-- of today --><o:orders xmlns:o="urn:o" o:total="2">\
        <o:order id="7"><state>open</state><price currency="EUR">12</price><at>2026-01-01T10:00:00Z</at><gift>true</gift>\
        <note>by the mat</note><items><item>tea</item><item>jam</item></items></o:order>\
        <o:order id="8"><state>open</state><price currency="EUR">9</price><at>2026-01-01T10:00:00Z</at><gift>false</gift>\
        <note>by &lt;it&gt;</note><items/></o:order>\
        <o:order id="9"><state>open</state><price currency="EUR">7</price><at>2026-01-01T10:00:00Z</at><gift>false</gift>\
        <note/><items><item>rye</item></items></o:order></o:orders>
        """

    @Test(
        "Each kind of change in XML is reported with its place; elements of one name share a place.",
        arguments: [
            (" id=\"7\"", "", "$.orders.order['@id'] is missing in 1 of 3 objects, was in every object"),
            (" currency=\"EUR\"", "", "$.orders.order.price['@currency'] is gone, was a string"),
            (" currency=\"EUR\"", " currency=\"EUR\" net=\"1\"", "$.orders.order.price['@net'] is new: a string"),
            ("<gift>", "<vat>1</vat><gift>", "$.orders.order.vat is new: a string"),
            ("<gift>true</gift>", "", "$.orders.order.gift is missing in 1 of 3 objects, was in every object"),
            (">true<", ">yes<", "$.orders.order.gift is a string or true or false, was true or false"),
            (
                "<note>by the mat</note>", "<note><to>x</to></note>",
                "$.orders.order.note is a string or an object, was a string"
            ),
            (">7<", ">seven<", "$.orders.order.price is formatted as a word, was a number"),
            (
                "T10:00:00Z</at><gift>true", "T10:00:00</at><gift>true",
                "$.orders.order.at is formatted as a date and time without a zone, was a date and time"
            ),
            (
                ">open</state><price currency=\"EUR\">12", ">lost</state><price currency=\"EUR\">12",
                "$.orders.order.state has the new value lost, recorded values: open"
            ),
            ("</o:orders>", "", "the body is no longer XML"),
        ]
    )
    func xml(_ old: String, _ new: String, _ expected: String) {
        let changed = Self.orders.replacing(old, with: new)
        let reported = Self.changes([Self.orders], changed, "application/xml").filter {
            !$0.contains(".note.to is new")
        }
        #expect(reported == [expected])
    }

    @Test("Other values, counts, empty lists, prefixes and white space in XML are not reported.")
    func sameXML() {
        let others = [
            Self.orders.replacing("<items><item>tea</item><item>jam</item></items>", with: "<items/>"),
            Self.orders.replacing("o:", with: "x:").replacing("><", with: ">\n  <").replacing(
                "<note/>",
                with: "<note></note>"
            ),
            Self.orders.replacing("by the mat", with: "<![CDATA[<b>]]>").replacing("12<", with: "12000<"),
            "<!DOCTYPE orders [<!ENTITY a '>'><!-- it's -->]><orders total='0'/>",
        ]
        for other in others { #expect(Self.changes([Self.orders], other, "text/xml; charset=utf-8") == []) }
        let taken = "<a><pin>[redacted 00000001]</pin></a>"
        #expect(Self.changes([taken], "<a><pin><x/></pin></a>", "text/xml").filter { !$0.contains("new") } == [])
        #expect(Self.changes([taken], "<a><b/></a>", "text/xml").contains("$.a.pin is gone, was redacted"))
    }

    @Test("A new root element is reported as the loss of the old root and the addition of the new one.")
    func root() {
        #expect(
            Self.changes(["<orders/>"], "<error>no</error>", "application/problem+xml")
                == ["$.orders is gone, was empty", "$.error is new: a string"]
        )
    }

    private static let table =
        "id,name,at,\"net, total\"\r\n1,Ann,2026-01-01,12\r\n2,\"B\"\"b\nx\",2026-01-02,9\r\n3,C,2026-01-03,7\r\n"

    @Test(
        "Each kind of change in CSV is reported with its column.",
        arguments: [
            ("name,", "first_name,", ["$.name is gone, was a string", "$.first_name is new: a string"]),
            ("2026-01-03", "03.01.2026", ["$.at is formatted as text, was a date"]),
            ("3,C", "x-3,C", ["$.id is formatted as text, was a number"]),
            ("x\",", "x,", ["the body is no longer CSV"]),
        ]
    )
    func csv(_ old: String, _ new: String, _ expected: [String]) {
        let now = Self.table.replacing(old, with: new)
        #expect(Self.changes([Self.table], now, "text/csv; charset=utf-8") == expected)
    }

    @Test("Other values, rows, empty cells and another order of columns in CSV are not reported.")
    func sameCSV() {
        let others = [
            "\u{FEFF}name;id;at;net, total\nDora;812;;\n;;2026-09-09\n", "id,name,at,\"net, total\"",
            Self.table.replacing("\r\n", with: "\n"),
        ]
        for other in others { #expect(Self.changes([Self.table], other, "text/csv") == []) }
        #expect(Self.changes(["id,name"], "id,name,age", "text/csv") == ["$.age is new: empty"])
    }

    @Test(
        "A table without column names is not compared, and its media type is reported as not compared.",
        arguments: [
            ("1,2,3\n4,5,6", "text/csv"), ("a,b\n1,2", "text/csv; header=absent"), ("a,a\n1,2", "text/csv"),
            ("Ann,2026-01-01\nBob,2026-01-02", "text/csv"),
        ]
    )
    func nameless(_ table: String, _ type: String) {
        let (recorded, now) = (Self.answer(table, type), Self.answer("x,y\n1,2", type))
        #expect(DriftCheck([recorded]).changes(in: [now]).isEmpty)
        #expect(DriftCheck([recorded]).uncomparedMediaType(in: [now]) == "text/csv")
    }

    @Test(
        "A body without a known structure that has changed is reported as not compared.",
        arguments: ["text/html", "text/plain; charset=utf-8", "image/png", "image/svg+xml", "application/xhtml+xml"]
    )
    func uncompared(_ type: String) throws {
        let (one, other) = (Self.answer("<p>1</p>", type), Self.answer("<p>2</p>", type))
        let name = String(type.prefix { $0 != ";" })
        #expect(DriftCheck([one]).changes(in: [other]).isEmpty)
        #expect(DriftCheck([one]).uncomparedMediaType(in: [one, other]) == name)
        #expect(DriftCheck([one]).uncomparedMediaType(in: [one, one]) == nil)
        #expect(DriftCheck([one]).uncomparedMediaType(in: [Self.answer("", type)]) == nil)
        #expect(DriftCheck([one]).uncomparedMediaType(in: [ComparedResponse(404)]) == nil)
        var ignored = DriftExclusions()
        try ignored.add("$")
        #expect(DriftCheck([one], ignoring: ignored).uncomparedMediaType(in: [other]) == nil)
    }

    @Test("Only a body that was malformed when it was recorded is reported as not compared.")
    func compared() {
        let (good, broken) = (Self.answer("{\"a\":1}", "application/json"), Self.answer("{\"a\"", "application/json"))
        #expect(DriftCheck([good]).uncomparedMediaType(in: [broken]) == nil)
        #expect(DriftCheck([broken]).uncomparedMediaType(in: [good]) == "application/json")
        #expect(
            DriftCheck([Self.answer("<a/>", "text/xml")]).uncomparedMediaType(in: [Self.answer("<b/>", "text/xml")])
                == nil
        )
    }

    @Test("A document that has become an HTML page is reported only by its media type.")
    func page() {
        for (body, type) in [("<a/>", "text/xml"), ("a,b\n1,2", "text/csv")] {
            let now = Self.answer("<html>", "text/html")
            #expect(DriftCheck([Self.answer(body, type)]).changes(in: [now]).map(\.kind) == [.mediaType])
        }
    }
}
