import Foundation
import ReferenceClients
import TestAdmission
import Testing

@Suite("An amount", .limitedConcurrency)
struct ExactDecimalTests {
    @Test(
        "A number is exact, and so is the same number as a string.",
        arguments: ["0.1", "0.30", "19.99", "3.133", "-7", "12345678901234567890.123456789012345678"],
    )
    func exact(_ text: String) throws {
        let expected = try #require(Decimal(string: text))
        let json = Data("[\(text), \"\(text)\"]".utf8)
        #expect(try JSONDecoder().decode([ExactDecimal].self, from: json).map(\.value) == [expected, expected])
    }

    @Test("A sum of prices is exact.")
    func sum() throws {
        let prices = try JSONDecoder().decode([ExactDecimal].self, from: Data("[0.1, 0.2]".utf8))
        let total = prices.reduce(Decimal.zero) { $0 + $1.value }
        #expect("\(total)" == "0.3")
        #expect(ExactDecimal(total) == ExactDecimal("0.3"))
    }

    @Test(
        "A value that is not a valid number throws an error.",
        arguments: [#""15.00abc""#, #""15,00""#, #""""#, #"" 1""#, #""NaN""#, #""1e3""#, "true", "null", "{}", #""١""#],
    )
    func refuses(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ExactDecimal].self, from: Data("[\(json)]".utf8))
        }
    }
}
