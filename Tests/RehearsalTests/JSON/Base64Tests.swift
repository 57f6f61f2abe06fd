import Rehearsal
import TestAdmission
import Testing

@Suite("Base64", .limitedConcurrency)
struct Base64Tests {
    @Test(
        "A text is decoded with either alphabet, with white space, and with the padding that it needs or none.",
        arguments: [
            ("", ""), ("QQ==", "A"), ("QQ", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("QU\r\nJD", "ABC"),
            ("Pj4-Pz8_", ">>>???"), ("Pj4+Pz8/", ">>>???"),
        ]
    )
    func decodes(text: String, bytes: String) {
        #expect(Base64.decoded(text) == Array(bytes.utf8))
    }

    @Test(
        "A text with another letter, an impossible length or more padding than it needs is rejected.",
        arguments: ["*", "QUJ*", "A", "QQ==QQ==", "QQ===", "QUJD=", "====", "=QQ="]
    )
    func rejects(text: String) {
        #expect(Base64.decoded(text) == nil)
    }

    @Test("Bytes are encoded on one line, with padding.", arguments: ["", "A", "AB", "ABC", ">>>???"])
    func encodes(text: String) {
        let encoded = Base64.encoded(Array(text.utf8))
        #expect(encoded.utf8.count == (text.utf8.count + 2) / 3 * 4)
        #expect(Base64.decoded(encoded) == Array(text.utf8))
    }
}
