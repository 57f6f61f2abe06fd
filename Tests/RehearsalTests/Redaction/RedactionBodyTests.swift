import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Redacting bodies", .limitedConcurrency)
struct RedactionBodyTests {
    let sut = Redaction(salt: 7)

    private func redact(_ text: String) -> String { String(decoding: sut.body(Array(text.utf8)), as: UTF8.self) }
    private func placeholder(_ text: String) -> String { sut.placeholder(for: Array(text.utf8)) }

    @Test(
        "The value of a secret member is redacted at any depth, and all other bytes are unchanged.",
        arguments: [
            (#"{ "a" : [ { "passWord" :  "S", "b":1.50 } ] }"#, #"{ "a" : [ { "passWord" :  "•", "b":1.50 } ] }"#),
            (#"{"pin":S}"#, #"{"pin":"•"}"#),
            (#"[{"t\u006fken":"S"},"token","S"]"#, #"[{"t\u006fken":"•"},"token","S"]"#),
            (#"{"token":null,"password":true,"secret":""}"#, #"{"token":null,"password":true,"secret":""}"#),
            (#"{"token":{"value":"S","kind":[S]},"a":"S"}"#, #"{"token":{"value":"•","kind":["•"]},"a":"S"}"#),
            ("\u{FEFF}\n{\"cvv\":\"S\"}", "\u{FEFF}\n{\"cvv\":\"•\"}"),
            (#"{"token":"S"}"# + "\n" + #"{"token":"S"}"#, #"{"token":"•"}"# + "\n" + #"{"token":"•"}"#),
        ]
    )
    func json(text: String, expected: String) {
        let secret = "48151"
        let filled = text.split(separator: "S", omittingEmptySubsequences: false).joined(separator: secret)
        let wanted = expected.split(separator: "S", omittingEmptySubsequences: false).joined(separator: secret)
            .split(separator: "•", omittingEmptySubsequences: false).joined(separator: placeholder(secret))

        #expect(redact(filled) == wanted)
    }

    @Test(
        "A truncated or invalid document reveals no secret.",
        arguments: [
            #"{"password":"hunter2"#, #"{"password":"hunter2\"#, #"{"token":{"a":["hunter2"#,
            #"[}}]{"token":"hunter2"}"#,
            #"{"password" "x", "token":"hunter2" "#,
        ]
    )
    func incomplete(text: String) {
        let redacted = redact(text)

        #expect(!redacted.contains("hunter2"))
        #expect(redacted.contains("[redacted "))
    }

    @Test("A document that is nested a hundred thousand levels deep is redacted.")
    func deep() {
        let depth = 100_000
        let text = String(repeating: #"{"a":["#, count: depth) + #"{"token":"hunter2"}"#

        #expect(redact(text).hasSuffix("{\"token\":\"\(placeholder("hunter2"))\"}"))
    }

    @Test("The fields of a form are redacted by the names of query parameters and of members.")
    func form() {
        let redacted = redact("grant_type=password&username=ann&password=hunter2&code=hunter2\r\n")
        let hidden = sut.target("?key=hunter2").dropFirst(5)

        #expect(redacted == "grant_type=password&username=ann&password=\(hidden)&code=\(hidden)\r\n")
    }

    @Test(
        "A text without secrets is unchanged.",
        arguments: ["", "token hunter2", "<a token=\"x\"/>", "the password=x is", "\"token=x\"", "aGVsbG8="]
    )
    func others(text: String) {
        #expect(redact(text) == text)
    }

    @Test("Binary bytes are unchanged.")
    func binary() {
        let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x00, 0x3D, 0xFF]

        #expect(sut.body(bytes) == bytes)
    }
}
