import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Multipart bodies", .limitedConcurrency)
struct MultipartBodyTests {
    private func form(_ text: String, type: String = "multipart/form-data; boundary=B") -> [String] {
        ObservedBody(Array(text.utf8), type: type).form.map {
            "\(String(decoding: $0.name, as: UTF8.self))=\(String(decoding: $0.value, as: UTF8.self))"
        }
    }

    private let part = "Content-Disposition: form-data; name=\"a\"\r\n\r\n1"

    @Test(
        "Two adjacent delimiters have no part between them.",
        arguments: ["--B\r\n--B", "--B\r\n--B--", "--B\r\n--B\r\n--B--\r\n", "\r\n--B \t\r\n--B"]
    )
    func adjacent(_ text: String) {
        #expect(form(text) == [])
        #expect(form(text + "\r\n" + part) == (text.hasSuffix("--B") ? [] : form(text)))
    }

    @Test("The parts before, between and after adjacent delimiters are read.")
    func around() {
        #expect(form("--B\r\n--B\r\n\(part)\r\n--B\r\n--B\r\n\(part)\r\n--B--") == ["a=1", "a=1"])
    }

    @Test("A part without header fields or without content is skipped.")
    func empty() {
        #expect(form("--B\r\n\r\n--B\r\n\r\n\r\n--B\r\n\(part)\r\n--B--") == ["a=1"])
    }
}
