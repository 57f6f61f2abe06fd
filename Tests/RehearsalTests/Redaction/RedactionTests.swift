import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Placeholders and secret names", .limitedConcurrency)
struct RedactionTests {
    let sut = Redaction(salt: 7)

    @Test("Equal secrets get equal placeholders in a header, a target, a form and a body.")
    func placeholdersAgree() {
        let placeholder = sut.placeholder(for: Array("tök/1".utf8))

        #expect(sut.header(name: "Authorization", value: "Bearer tök/1") == "Bearer \(placeholder)")
        #expect(sut.target("/?token=t%C3%B6k%2f1") == "/?token=\(percentEncoded(placeholder))")
        #expect(body(#"{"access_token":"t\u00f6k\/1"}"#) == #"{"access_token":"\#(placeholder)"}"#)
        #expect(body("token=t%C3%B6k/1&x=1") == "token=\(percentEncoded(placeholder))&x=1")
    }

    @Test("A placeholder has eight hexadecimal digits that depend on the salt of the run.")
    func placeholdersAreSalted() throws {
        let one = sut.placeholder(for: Array("1234".utf8))
        let other = Redaction(salt: 8).placeholder(for: Array("1234".utf8))

        #expect(try one.wholeMatch(of: Regex("\\[redacted [0-9a-f]{8}\\]")) != nil)
        #expect(one != other)
        #expect(one != sut.placeholder(for: Array("1235".utf8)))
    }

    @Test("A redacted text is unchanged by a second redaction.")
    func redactionIsIdempotent() {
        let once = sut.header(name: "Authorization", value: "Bearer abc")
        let target = sut.target("/cb?code=abc#access_token=def")

        #expect(Redaction(salt: 99).header(name: "Authorization", value: once) == once)
        #expect(Redaction(salt: 99).target(target) == target)
    }

    @Test(
        "A secret name is compared by its letters and digits, in any case.",
        arguments: ["access_token", "accessToken", "Access-Token", "ACCESS.TOKEN", "user[access_token]"]
    )
    func namesAreFolded(name: String) {
        #expect(SecretNames.members.contains(name))
    }

    @Test(
        "A name that only resembles a secret name is not one.",
        arguments: ["token_type", "nextPageToken", "next_token", "passwordless", "code", "key", "spinning", "id", ""]
    )
    func namesThatStay(name: String) {
        #expect(!SecretNames.members.contains(name))
    }

    @Test("A name can be added and removed.")
    func namesCanBeChanged() {
        var sut = Redaction(salt: 7)
        sut.members.insert("iban")
        sut.members.remove("password")

        let body = sut.body(Array(#"{"IBAN":"DE1","password":"p"}"#.utf8))

        #expect(String(decoding: body, as: UTF8.self).hasPrefix(#"{"IBAN":"[redacted "#))
        #expect(String(decoding: body, as: UTF8.self).hasSuffix(#""password":"p"}"#))
    }

    private func body(_ text: String) -> String { String(decoding: sut.body(Array(text.utf8)), as: UTF8.self) }

    private func percentEncoded(_ placeholder: String) -> String {
        "%5Bredacted%20" + placeholder.dropFirst(10).dropLast() + "%5D"
    }
}
