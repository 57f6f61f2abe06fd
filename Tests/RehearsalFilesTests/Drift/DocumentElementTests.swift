import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("An element of XML", .limitedConcurrency)
struct DocumentElementTests {
    @Test("The parser reads the attributes and the text of an XML document, and resolves its entities.")
    func read() throws {
        let text = "\n<?pi?><a x='1>2' y = \"&amp;lt;\">one<!-- <b> --><b/>&lt;two<![CDATA[</a>]]></a >\n<!-- end -->"
        let sut = try #require(ParsedXMLElement(xml: Array(text.utf8)))
        #expect(sut.name == "a")
        #expect(
            sut.attributes == [.init(name: "x", value: Array("1>2".utf8)), .init(name: "y", value: Array("&lt;".utf8))]
        )
        #expect(sut.children == [ParsedXMLElement("b")])
        #expect(String(decoding: sut.text, as: UTF8.self) == "one<two</a>")
    }

    @Test(
        "The parser rejects a text that is not a well-formed XML document.",
        arguments: [
            "", "text", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a/>text", "<a x>", "<a x=1/>", "<a x='1/>",
            "<a x='1'y='2'/>",
            "<a x='<'/>", "<a><!-- </a>", "<a><![CDATA[</a>", "<!DOCTYPE a [", "<a/><!DOCTYPE a>", "<>", "< a/>", "<a",
            "<", "<a/",
            "{\"a\":1}", "<p>one<br>two</p>", "<a></a", "<![CDATA[x]]>",
        ]
    )
    func none(_ text: String) { #expect(ParsedXMLElement(xml: Array(text.utf8)) == nil) }

    @Test("The parser accepts very deep elements, and keeps only the 64 levels that are compared.")
    func deep() throws {
        let text = String(repeating: "<a>", count: 100_000) + "x" + String(repeating: "</a>", count: 100_000)
        var element = try #require(ParsedXMLElement(xml: Array(text.utf8)))
        var levels = 1
        while let child = element.children.first { (element, levels) = (child, levels + 1) }
        #expect(levels == 64)
    }
}
