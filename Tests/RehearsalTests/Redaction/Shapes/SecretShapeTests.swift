import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The shapes of secrets", .limitedConcurrency)
struct SecretShapeTests {
    private func found(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return DetectedSecret.detect(in: bytes).map { "\($0.kind) \(String(decoding: bytes[$0.range], as: UTF8.self))" }
    }

    @Test(
        "A secret is found by its shape, without the text around it.",
        arguments: [
            (
                "a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl!",
                "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl"
            ),
            ("key AKIA2E0A8F3B244C9986.", "issued AKIA2E0A8F3B244C9986"),
            ("x=ghp_0123456789abcdefABCDEF0123456789abcd&", "issued ghp_0123456789abcdefABCDEF0123456789abcd"),
            ("xoxb-123456789012-abcdef", "issued xoxb-123456789012-abcdef"),
            ("\"sk_live_4eC39HqLyjWDarjtT1zdp7dc\"", "issued sk_live_4eC39HqLyjWDarjtT1zdp7dc"),
            ("Authorization: Bearer abcdef0123456789ghijklmn", "credentials abcdef0123456789ghijklmn"),
            ("Basic dXNlcjpwYXNzdzByZDE=", "credentials dXNlcjpwYXNzdzByZDE="),
            ("pay 4111 1111 1111 1111, now", "card 4111 1111 1111 1111"),
            ("4242 4242 4242 4242 12/27 123", "card 4242 4242 4242 4242"),
            ("3782-822463-10005 1234", "card 3782-822463-10005"), ("4111111111111111 99", "card 4111111111111111"),
            ("{\"n\":4111111111111111}", "card 4111111111111111"), ("5500-0000-0000-0004", "card 5500-0000-0000-0004"),
            ("to jane.doe+x@mail.corp.io.", "email jane.doe+x@mail.corp.io"),
            ("{\\\"mail\\\":\\\"a.b@corp.io\\\"}", "email a.b@corp.io"), ("\\nbob@corp.io", "email bob@corp.io"),
            ("/%40ann@corp.io", "email ann@corp.io"), ("/%41@corp.io", "email 41@corp.io"),
        ]
    )
    func found(text: String, shape: String) { #expect(found(text) == [shape]) }

    /// The form with random characters: 32 hexadecimal digits for `#`, 22 letters and digits for `*`.
    private static func filled(_ form: String) -> String {
        form.replacing("#", with: "0a1b2c3d4e5f60718293a4b5c6d7e8f9").replacing("*", with: "a7Kq2Zp9Xw4Rt8Lm3Vn6Bc")
            .replacing("^", with: "QPZRY9X8GF2TVDW0S3JN54KHCE6MU")
    }

    /// The forms of 18 issuers, so that no complete key stands in this file.
    private static let forms: [String] = [
        "GOCSPX-*ABCD1e", "SK#", "key-#", "#-0a1b2c3d-4e5f6071", "123456789:AA*ABCDEFGHIJK", "M*A.GhIjK1.*ABCDE",
        "sq0atp-*", "sq0csp-*ABCDEFGHIJKLMNOPQRSTU", "EAAA**ABCDEFGHIJKL", "EAAC****", "lin_api_**", "ntn_**",
        "secret_*ABCDEFGHIJKLMNOPQRSTU", "dapi#",
        "hvs.**", "ATATT3****", "glsa_*ABCDEFGHIJ_0a1b2c3d", "glc_**", "AGE-SECRET-KEY-1^^", "dp.pt.**",
        "AAAAAAAAAAAAAAAAAAAAAA**%2F**", "1234567890123456789-*ABCDEFGHIJKLMNOPQR",
    ]

    @Test("A key is recognized by its issuer's form.", arguments: forms)
    func issued(_ form: String) {
        let key = Self.filled(form)
        #expect(found("it is \(key), so") == ["issued \(key)"])
    }

    /// The text before a secret, the secret, and the text after it.
    private static let addresses: [[String]] = [
        ["https://hooks.slack.com/services/", "T01ABCDEF/B02GHIJKL/*", " now"],
        ["https://discord.com/api/webhooks/", "123456789012345678/***", "?wait=true"],
        ["AccountKey=", "****==", ";EndpointSuffix=x"],
    ]

    @Test("The secret part of a webhook address or of a setting is found.", arguments: addresses)
    func addressed(_ parts: [String]) {
        #expect(found(Self.filled(parts.joined())) == ["issued \(Self.filled(parts[1]))"])
    }

    @Test("A long run of prefixes is scanned in one pass.", arguments: ["sk-", "eyJ-", "dp.pt."])
    func runs(_ start: String) {
        #expect(found(String(repeating: start, count: 60_000)) == [])
    }

    @Test("A private key extends from its first line to its last.")
    func privateKey() {
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----"
        #expect(found("before\n\(key)\nafter") == ["privateKey \(key)"])
        #expect(found("-----BEGIN PRIVATE KEY-----\nMIIE") == ["privateKey -----BEGIN PRIVATE KEY-----\nMIIE"])
        #expect(found("-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----") == [])
    }

    @Test(
        "A text that only resembles a secret is not found.",
        arguments: [
            "Bearer access-1", "Bearer {{state.token}}", "Bearer [redacted 00000001]", "Basic authentication",
            "Basic am9lOnBhc3Mgd29yZA==", "https://redacted-00000001@api.corp.io",
            "eyJhbGciOi",
            "AKIAIOSFODNN7EXAMPLE", "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx", "name@example.com", "bruce@wayne.example",
            "a@b.test", "/%40@corp.io",
            "icon@2x.png", "swift@5.9", "git@github.com:a/b", "@Test", "4111111111111112", "1234567890123456",
            "0000000000000000", "1700000000000", "41111111111111111111", "411 11111111 11111 22", "3.4111111111111111",
            "id4111111111111111",
            "8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61", "redacted-00000001", "SKU SK-1234", "key-value", "dp.pt.x",
            "EAA 12", "secret_sauce", "12:30:45", "/services/Tools/Basic", "dapi", "hvs.example", "sq0atp-short",
            "desk-12345678901234567890123456789012",
        ]
    )
    func harmless(_ text: String) { #expect(found(text) == []) }

    @Test("Several secrets are found in order.")
    func several() {
        #expect(
            found("a@corp.io b@corp.io 4111111111111111") == [
                "email a@corp.io", "email b@corp.io", "card 4111111111111111",
            ]
        )
    }

    @Test("A long text without secrets is scanned in one pass.")
    func long() {
        #expect(DetectedSecret.detect(in: Array(repeating: UInt8(ascii: "a"), count: 1 << 20)) == [])
    }
}
