import TestAdmission
import Testing

@testable import RehearsalHTTP
@testable import RehearsalRedaction

@Suite("Secrets in elements and attributes", .limitedConcurrency)
struct ElementsTests {
    private func shown(_ text: String) -> String {
        let bytes = RecordingRedaction().body(Array(text.utf8), type: MediaType("text/xml"))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "The value of an element or attribute with the name of a secret is redacted; no other byte changes.",
        arguments: [
            "<a><Pin>SECRET</Pin></a>", "<s:E xmlns:s=\"x\"><s:Pin t=\"1\">SECRET</s:Pin></s:E>",
            "<a><Pin><![CDATA[SECRET]]></Pin></a>", "<input name='otp' value='SECRET'>",
            "<p:field p:name=\"otp\" p:value=\"SECRET\"/>", "<meta property=\"api-key\" content=\"SECRET\">",
            "<user\n password='SECRET'/>", "<user s:password = \"SECRET\"/>",
        ]
    )
    func taken(_ text: String) {
        let secret = text.replacing("SECRET", with: "a1b2c3d4e5")
        #expect(shown(secret) == text.replacing("SECRET", with: "[redacted 00000001]"))
    }

    @Test(
        "Markup without a secret keeps each of its bytes.",
        arguments: [
            "<a><Token/>words that follow</a>", "<a><Password>Have you <b>forgotten</b> it?</Password></a>",
            "<input name=\"password\" value=\"Change it\">", "<a><Pin><![CDATA[open", "<a><Pin>open",
            "<input name=\"user\" value=\"a1b2c3d4e5\">",
        ]
    )
    func kept(_ text: String) {
        #expect(shown(text) == text)
    }

    @Test("Unclosed elements and CDATA sections are scanned in one pass and kept.")
    func unclosed() {
        let text = String(repeating: "<Pin><![CDATA[", count: 40_000)
        #expect(shown(text) == text)
    }
}
