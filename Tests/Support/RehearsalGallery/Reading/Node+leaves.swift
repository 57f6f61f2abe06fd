#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
import Rehearsal
import RehearsalContracts

extension Node {
    package func text() throws(DecodingFailure) -> String {
        guard case .string(let text) = json else { throw mismatch }
        return text
    }

    package func bool() throws(DecodingFailure) -> Bool {
        guard case .bool(let value) = json else { throw mismatch }
        return value
    }

    /// Returns a whole number in any notation: `1000`, `1e3`.
    package func int() throws(DecodingFailure) -> Int {
        guard case .number(let number) = json else { throw mismatch }
        if defect == .roundsIntegers, let value = Double(number.text).flatMap({ Int(exactly: $0.rounded()) }) {
            return value
        }
        if let value = Int(number.text) { return value }
        guard let decimal = Decimal(string: number.text), let value = Int("\(decimal)") else { throw corrupted }
        return value
    }

    package func double() throws(DecodingFailure) -> Double {
        guard case .number(let number) = json else { throw mismatch }
        guard let value = Double(number.text), value.isFinite else { throw corrupted }
        return value
    }

    /// Returns an exact decimal amount from a number or a numeric string.
    package func money() throws(DecodingFailure) -> Decimal {
        let text: String
        switch json {
        case .number(let number): text = number.text
        case .string(let string) where Self.isAmount(string) && defect != .amountsAreNumbers: text = string
        default: throw mismatch
        }
        if defect == .binaryAmounts, let value = Double(text), value.isFinite { return Decimal(value) }
        guard let value = Decimal(string: text) else { throw corrupted }
        return value
    }

    private static func isAmount(_ text: String) -> Bool {
        guard case .number? = try? JSON(parsing: text) else { return false }
        return true
    }

    package func instant() throws(DecodingFailure) -> Date {
        var text = try text()
        if defect == .rollsDatesOver { text = text.replacing("-02-30T", with: "-03-01T") }
        if defect == .wholeSeconds, text.contains(".") { throw corrupted }
        guard let date = Timestamp.date(text) else {
            if defect == .invalidDateAsNow { return Date() }
            throw corrupted
        }
        if defect == .localTimes { return date - Double(TimeZone.current.secondsFromGMT(for: date)) }
        return date
    }

    package func url() throws(DecodingFailure) -> URL {
        let text = try text()
        guard let url = URL(string: text), url.scheme != nil else { throw corrupted }
        return url
    }
}
