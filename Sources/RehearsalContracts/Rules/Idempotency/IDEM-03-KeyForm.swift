import Rehearsal

/// The rule on the form of an idempotency key, IDEM-03.
enum KeyForm {
    static let rule = Rule(
        "IDEM-03",
        level: .should,
        profile: .strict,
        "The idempotency key is a structured-field string, in quotation marks.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.1; RFC 9651 §3.3.3",
        dependsOn: ["IDEM-01"]
    ) { call in
        let header = try call.idempotencyKey()
        return [
            Rule.Draft("", call.recordedCase) { exam in
                for entry in exam.attempts {
                    guard let key = entry.headers[header], !isString(key) else { continue }
                    exam.fail("expected \(header) as a string in quotation marks, saw \(key)")
                }
            }
        ]
    }

    /// Whether a text is a string of structured fields: visible ASCII characters and spaces between quotation marks.
    private static func isString(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        let quote = UInt8(ascii: "\"")
        guard bytes.popFirst() == quote, bytes.popLast() == quote else { return false }
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "\\") {
                guard let escaped = bytes.popFirst(), [quote, byte].contains(escaped) else { return false }
            } else if byte == quote || !(0x20...0x7E).contains(byte) {
                return false
            }
        }
        return true
    }
}
