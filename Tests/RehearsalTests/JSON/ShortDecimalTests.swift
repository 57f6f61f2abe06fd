import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Short decimals", .limitedConcurrency)
struct ShortDecimalTests {
    private static let texts = [
        "0", "-0", "0.0", "1", "-1", "1.0", "1.5", "-1.5", "0.1", "0.01", "0.10", "12.345", "-12.345", "100", "99999",
        "123456789012345678", "-123456789012345678", "0.12345678901234567", "3", "0.3", "0.07", "4.35", "1000000.001",
    ]

    @Test("Short decimals have the order of exact decimals, or none if their digits do not fit.", arguments: texts)
    func order(_ text: String) throws {
        let (sut, exact) = (try #require(ShortDecimal(text)), JSONDecimal(text))
        for other in Self.texts {
            let (short, decimal) = (try #require(ShortDecimal(other)), JSONDecimal(other))
            let expected = exact == decimal ? 0 : exact < decimal ? -1 : 1
            #expect(sut.order(to: short) ?? expected == expected, "\(other)")
        }
    }

    @Test("A short decimal is a multiple of another if the exact decimal is one.", arguments: texts)
    func multiples(_ text: String) throws {
        let (sut, exact) = (try #require(ShortDecimal(text)), JSONDecimal(text))
        for other in Self.texts {
            let (short, decimal) = (try #require(ShortDecimal(other)), JSONDecimal(other))
            guard let isMultiple = sut.isMultiple(of: short) else { continue }
            #expect(isMultiple == exact.isMultiple(of: decimal), "\(other)")
        }
    }

    @Test("Short decimals decide numbers of a usual size.")
    func usual() throws {
        let price = try #require(ShortDecimal("1234.56"))
        #expect(try price.isMultiple(of: #require(ShortDecimal("0.01"))) == true)
        #expect(try price.isMultiple(of: #require(ShortDecimal("0.05"))) == false)
        #expect(try price.order(to: #require(ShortDecimal("1234.561"))) == -1)
    }

    @Test(
        "A number with an exponent or more than 18 digits is not a short decimal.",
        arguments: [
            "1e5", "1E5", "1234567890123456789", "0.000000000000000001234",
        ]
    )
    func long(_ text: String) {
        #expect(ShortDecimal(text) == nil)
    }
}
