import TestAdmission
import Testing

@testable import ReferenceClients

@Suite("The syntax of an address", .limitedConcurrency)
struct EmailAddressTests {
    @Test(
        "A plausible address is valid.",
        arguments: ["a@b.co", "first.last+tag@sub.example.com", "o'neil@example.com", "josé@exämple.com"]
    )
    func valid(_ text: String) { #expect(EmailAddress.isValid(text)) }

    @Test(
        "An implausible address is invalid.",
        arguments: [
            "", "a", "a@", "@b.co", "a@b", "a@b.", "a@.co", "a@b..co", "a@b@c.co", "a b@c.co", "a@b.co\n", " a@b.co",
            "a\u{0}@b.co", "a@b.co\u{7F}", String(repeating: "a", count: 250) + "@b.co",
        ]
    )
    func invalid(_ text: String) { #expect(!EmailAddress.isValid(text)) }
}
