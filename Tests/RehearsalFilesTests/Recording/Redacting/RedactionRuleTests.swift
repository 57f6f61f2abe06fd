import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalHTTP
@testable import RehearsalRedaction

@Suite("Rules of redaction", .limitedConcurrency)
struct RedactionRuleTests {
    private func sut(_ taking: [String] = [], keeping: [String] = []) throws -> RecordingRedaction {
        RecordingRedaction(
            taking: try taking.map { try RedactionRule($0) },
            keeping: try keeping.map { try RedactionRule($0) }
        )
    }

    private func body(_ sut: RecordingRedaction, _ text: String) -> String {
        String(decoding: sut.body(Array(text.utf8), type: MediaType("application/json")), as: UTF8.self)
    }

    @Test("A rule is parsed by its prefix, and an invalid rule is rejected with valid alternatives.")
    func reading() throws {
        #expect(try RedactionRule("header:X-Key").place == .header("X-Key"))
        #expect(try RedactionRule("json:/a~1b/*/c").place == .pointer(["a/b", "*", "c"]))
        #expect(try RedactionRule("json:phone").place == .member("phone"))
        let wrong = [
            "haeder:X": "did you mean header:?", "X-Key": "header:, cookie:, query:", "json:/a~2": "JSON pointer",
            "pattern:(": "not a valid pattern", "cookie:": "cookie:sid",
        ]
        for (text, part) in wrong {
            let error = #expect(throws: RedactionRule.Malformed.self) { try RedactionRule(text) }
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
        }
    }

    @Test("A take rule redacts a place with everything below it, and a keep rule keeps its place.")
    func documents() throws {
        let text = #"{"users":[{"phone":"1","address":{"zip":123}}],"token":"abc"}"#
        #expect(
            body(try sut(["json:/users/*/phone", "json:/users/0/address"]), text)
                == #"{"users":[{"phone":"[redacted 00000001]","address":{"zip":"[redacted 00000002]"}}],"token":"[redacted 00000003]"}"#
        )
        #expect(body(try sut(keeping: ["json:/token"]), text) == text)
        #expect(body(try sut(keeping: ["json:token"]), text) == text)
        #expect(body(try sut(["json:zip"], keeping: ["json:token"]), text).contains(#""zip":"[redacted 00000001]""#))
    }

    @Test("Rules redact and keep headers, cookies and query parameters by their names.")
    func names() throws {
        let plain = try sut(keeping: ["header:Authorization", "cookie:lang", "query:code"])
        #expect(plain.header("Authorization", "Bearer abc") == "Bearer abc")
        #expect(plain.header("Cookie", "lang=en; sid=1") == "lang=en; sid=redacted-00000001")
        #expect(plain.url("https://a.io/?code=1&token=2") == "https://a.io/?code=1&token=redacted-00000002")
        let name = try sut().header("Cookie", "ann@corp.io=1")
        #expect(name == "redacted-00000002=redacted-00000001")
        let strict = try sut(["header:X-Tenant", "query:tenant", "cookie:lang"], keeping: ["header:Cookie"])
        #expect(strict.header("X-Tenant", "acme") == "[redacted 00000001]")
        #expect(strict.header("Cookie", "lang=en; sid=1") == "lang=redacted-00000002; sid=1")
        #expect(strict.url("/?tenant=acme&x=1") == "/?tenant=redacted-00000001&x=1")
    }

    @Test("A take pattern redacts its matches in any text, and a keep pattern keeps the values it matches.")
    func patterns() throws {
        let taking = try sut([#"pattern:CUST-\d+"#])
        #expect(taking.text("of CUST-12 and CUST-7") == "of [redacted 00000001] and [redacted 00000002]")
        #expect(taking.url("/of/CUST-12?c=CUST-7") == "/of/redacted-00000001?c=redacted-00000002")
        let keeping = try sut(keeping: [#"pattern:@corp\.io$"#])
        #expect(keeping.text("ann@corp.io bob@else.io") == "ann@corp.io [redacted 00000001]")
    }

    @Test("A short or alphabetic value of a cookie is not redacted in other texts.")
    func known() throws {
        let sut = try sut()
        _ = sut.header("Cookie", "theme=light-mode; n=12; id=a1b2c3d4e5")
        #expect(sut.text("light-mode 12 a1b2c3d4e5") == "light-mode 12 [redacted 00000003]")
    }

    @Test("A cookie value that is a date, a version or an id is not redacted in documents.")
    func harmless() throws {
        let sut = try sut()
        _ = sut.header("Cookie", "last_visit=2024-01-15; uid=123456789012; ab=order-2024; v=v1beta1-preview2")
        let text = #"{"created":"2024-01-15T10:00:00Z","id":123456789012,"o":"order-2024","v":"v1beta1-preview2"}"#
        #expect(body(sut, text) == text)
        #expect(body(sut, #"{"token":123456789012}"#) == #"{"token":"[redacted 00000002]"}"#)
        #expect(body(sut, #"{"id":123456789012}"#) == #"{"id":123456789012}"#)
    }

    @Test("A cookie value is redacted in other texts once a parameter name marks it as a secret.")
    func certain() throws {
        let sut = try sut()
        _ = sut.header("Cookie", "a=correct-horse-7")
        #expect(sut.text("correct-horse-7") == "correct-horse-7")
        _ = sut.url("/?password=correct-horse-7")
        #expect(sut.text("correct-horse-7") == "[redacted 00000001]")
    }

    @Test("A code or a key in a query is a secret if it looks generated or the path is a sign-in.")
    func codes() throws {
        let sut = try sut()
        for url in ["/country?code=US", "/items?key=order-2024", "/x?session=2", "/x?code=1&code=redacted-00000001"] {
            #expect(sut.url(url) == url)
        }
        #expect(sut.url("/x?code=a1b2c3d4e5") == "/x?code=redacted-00000001")
        #expect(sut.url("/oauth/callback?code=abc") == "/oauth/callback?code=redacted-00000002")
        #expect(try self.sut(["query:code"]).url("/country?code=US") == "/country?code=redacted-00000001")
    }

    @Test("A value is a secret if another member of its object gives it the name of a secret.")
    func pairs() throws {
        let fields = #"[{"name":"user","value":"ann"},{"value":"abc","name":"Password"},{"Key":"otp","Val":1234}]"#
        let raw = #"[{\"field\":\"api_key\",\"value\":\"d\"}]"#
        let text = #"{"fields":\#(fields),"name":"token","other":{"value":"x"},"raw":"\#(raw)"}"#
        let shown = text.replacing("abc", with: "[redacted 00000001]")
            .replacing("1234", with: #""[redacted 00000002]""#)
            .replacing(#"\"d\""#, with: #"\"[redacted 00000003]\""#)
        #expect(body(try sut(), text) == shown)
        let kept = try sut(keeping: ["json:password", "json:/fields/2/Val", "json:api_key"])
        #expect(body(kept, text) == text)
        let schema = #"{"name":"password","value":true,"type":"string","required":["value"]}"#
        #expect(body(try sut(), schema) == schema)
    }

    @Test("A number below the name of a secret is kept unless it is the secret itself.")
    func numbers() throws {
        let text = #"{"pin":{"lat":1.5,"lng":2.5},"token":{"expires_in":3600,"value":12345},"otp":[123456]}"#
        let shown = text.replacing("12345}", with: #""[redacted 00000001]"}"#)
            .replacing("[123456]", with: #"["[redacted 00000002]"]"#)
        #expect(body(try sut(), text) == shown)
    }

    @Test("Code, pages and sentences that mention passwords keep each of their bytes.")
    func speaking() throws {
        let texts = [
            "const token = request.headers.bearer2Token; token = getToken(1);",
            "<label for=\"password\">Password: <input type=\"password\" name=\"password\" value=\"\"></label>",
            "Password: must be at least 8 characters, your token: expired", "password: string\nkey: value\ncode: 12",
            "a { color: red } .token:hover { pin: 1px }",
        ]
        let sut = try sut()
        for text in texts {
            let shown = sut.body(Array(text.utf8), type: MediaType("text/html"))
            #expect(String(decoding: shown, as: UTF8.self) == text)
            #expect(sut.text(text) == text)
        }
    }

    @Test("A part of a multipart form is redacted by its name or its content, and no other byte changes.")
    func parts() throws {
        let type = MediaType("multipart/form-data; boundary=\"x y\"")
        func form(_ password: String, _ mail: String) -> String {
            "--x y\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(password)\r\n--x y\r\n"
                + "Content-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--x y\r\n"
                + "Content-Disposition: form-data; name=\"doc\"\r\nContent-Type: application/json\r\n\r\n"
                + "{\"mail\": \"\(mail)\"}\r\n--x y--\r\n"
        }
        let sut = try sut().body(Array(form("abc", "ann@corp.io").utf8), type: type)
        #expect(String(decoding: sut, as: UTF8.self) == form("[redacted 00000001]", "[redacted 00000002]"))
        let open = Array("--x y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
        #expect(try self.sut().body(open, type: type) == open)
    }

    @Test("Redacting a redacted text again does not change it.")
    func again() throws {
        let first = try sut()
        let text = body(first, #"{"password":"x","mail":"a@corp.io","url":"https://u:p@corp.io/?token=1"}"#)
        #expect(body(try sut(), text) == text)
        let url = first.url("https://u:p@a.io/a@corp.io?token=1#access_token=2")
        #expect(try sut().url(url) == url)
    }
}
