import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalHTTP
@testable import RehearsalRedaction

@Suite("Members that are secrets only if their value looks generated", .limitedConcurrency)
struct OpenMembersTests {
    private func shown(_ text: String) -> String {
        let bytes = RecordingRedaction().body(Array(text.utf8), type: MediaType("application/json"))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A value that looks generated is redacted.", arguments: ["sid", "session", "auth", "signature", "pass"])
    func taken(_ name: String) {
        #expect(shown("{\"\(name)\":\"a1b2c3d4e5\"}") == "{\"\(name)\":\"[redacted 00000001]\"}")
    }

    @Test(
        "A value that does not look generated is kept, and so are the members below the name.",
        arguments: [
            #"{"session":"morning"}"#, #"{"session":{"title":"Keynote","room":"A12"}}"#, #"{"auth":"oauth2-pkce"}"#,
            #"{"signature":"func add(_ a: Int) -> Int"}"#, #"{"pass":true}"#, #"{"pass":"boarding"}"#, #"{"sid":42}"#,
        ]
    )
    func kept(_ text: String) {
        #expect(shown(text) == text)
    }

    @Test("A code that is exchanged for a token is redacted, even if it does not look generated.")
    func codes() {
        for name in ["device_code", "authorizationCode", "code_verifier", "AccountKey"] {
            #expect(shown("{\"\(name)\":\"abc\"}") == "{\"\(name)\":\"[redacted 00000001]\"}")
        }
    }

    @Test("A keep rule keeps such a member, and a take rule redacts any value of it.")
    func rules() throws {
        let text = Array(#"{"sid":"a1b2c3d4e5","auth":"none"}"#.utf8)
        let keeping = RecordingRedaction(keeping: [try RedactionRule("json:sid")])
        #expect(keeping.body(text, type: MediaType("application/json")) == text)
        let taking = RecordingRedaction(taking: [try RedactionRule("json:auth")])
        let shown = taking.body(text, type: MediaType("application/json"))
        #expect(shown.text == #"{"sid":"[redacted 00000001]","auth":"[redacted 00000002]"}"#)
    }
}
