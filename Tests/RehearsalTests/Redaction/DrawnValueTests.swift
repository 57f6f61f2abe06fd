import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Values that look random", .limitedConcurrency)
struct DrawnValueTests {
    @Test(
        "Prose, identifiers and dates do not look random.",
        arguments: [
            "2024-01-15", "2024-01-15T10:00:00Z", "15 Jan 2024 10:00", "order-2024", "user1234", "v1beta1-preview2",
            "123456789012", "light-theme-for-the-evening", "1920x1080", "/products/shoes/2024/winter", "a1b2", "",
            "https://corp.io/start/a1b2c3d4e5f6", "continue-with-2-items-later",
        ]
    )
    func plain(_ value: String) { #expect(!HighEntropyValue.isCertainlyRandom(value.utf8)) }

    @Test(
        "A machine-generated value looks random.",
        arguments: [
            "a1b2c3d4e5", "c00kie-Value-77", "550e8400-e29b-41d4-a716-446655440000", "abcdefghijklmnopqrst1234",
            "AbcdefghijKlmnopqrstuvwx",
        ]
    )
    func drawn(_ value: String) { #expect(HighEntropyValue.isCertainlyRandom(value.utf8)) }

    @Test("A value after a secret's name looks random if it has both letters and digits.")
    func meant() {
        #expect(HighEntropyValue.isLikelyNamedSecret("Winter2024".utf8))
        #expect(HighEntropyValue.isLikelyNamedSecret("order-2024".utf8))
        for value in ["2024-01-15", "required", "string", "a1", "12345678"] {
            #expect(!HighEntropyValue.isLikelyNamedSecret(value.utf8))
        }
    }

    @Test("A short key can have been issued, and a word or a number cannot.")
    func issued() {
        for value in ["a1b2c3d4", "k3y-of-the-door-1", "PLANTabc12345678x", "correct-horse-7-battery"] {
            #expect(HighEntropyValue.isLikelyCredential(value.utf8), "\(value)")
        }
        for value in ["US", "1", "user:1001", "order-2024", "must", "string", "2024-01-15"] {
            #expect(!HighEntropyValue.isLikelyCredential(value.utf8), "\(value)")
        }
    }
}
