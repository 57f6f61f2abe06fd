import TestAdmission
import Testing

@testable import RehearsalHTTP
@testable import RehearsalRedaction

@Suite("Secrets in the columns of a table", .limitedConcurrency)
struct ColumnsTests {
    private func shown(_ text: String, _ type: String = "text/csv") -> String {
        let bytes = RecordingRedaction().body(Array(text.utf8), type: MediaType(type))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "The cells of a column with the name of a secret are redacted, and no other byte changes.",
        arguments: [
            ("id,password,city\n1,SECRET,Kiel\n", "text/csv"),
            ("\"id\",\"api_key\"\r\n\"1\",\"SECRET\"\r\n", "text/csv"),
            ("id\tclient_secret\n1\tSECRET", "text/tab-separated-values"), ("token\nSECRET\n", "text/csv"),
            ("id;access_token;city\n1;SECRET;Ulm\n\n2;;Kiel\n", "text/plain"), ("a|session\n1|SECRET\n", "text/plain"),
            ("\u{FEFF}pin,x\r\n\r\nSECRET,1", "text/csv"), ("x,otp\n\"a\n,b\",SECRET\n", "text/csv"),
        ]
    )
    func taken(text: String, type: String) {
        let secret = text.replacing("SECRET", with: "a1b2c3d4e5")
        #expect(shown(secret, type) == text.replacing("SECRET", with: "[redacted 00000001]"))
    }

    @Test("A quoted cell is redacted as one secret, including its escaped quotation marks.")
    func quoted() {
        #expect(
            shown("a,password\n1,\"x, \"\"y\"\" z\"\n2,x\n")
                == "a,password\n1,\"[redacted 00000001]\"\n2,[redacted 00000002]\n"
        )
    }

    @Test(
        "A text without a column of secrets keeps each of its bytes.",
        arguments: [
            "id,city\n1,Kiel\n", "id,password\n1,\n2,null\n", "id,password_hint\n1,a pet\n", "id,session\n1,morning\n",
            "Dear Ann, your password, as asked\nis x, y, z\n", "password", "id,password",
        ]
    )
    func kept(_ text: String) {
        #expect(shown(text, "text/plain") == text)
    }
}
