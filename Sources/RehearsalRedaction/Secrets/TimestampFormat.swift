import Rehearsal

/// The format of a date and time: RFC 3339 §5.6, or a variant that strict parsers reject.
package struct TimestampFormat: Sendable, Hashable {
    package var hasFraction = false
    /// Whether a space takes the place of the `T`.
    package var hasSpace = false
    package var zone = Zone.whole

    /// A form of the time zone.
    package enum Zone: Sendable, Hashable {
        /// `Z` or `+01:00`.
        case whole
        /// `+0100` or `+01`.
        case short
        case missing
    }

    /// Detects the format of a date and time; nil for other bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 19, bytes.matches("0000-00-00"), bytes[11...].matches("00:00:00") else { return nil }
        guard [0x54, 0x74, 0x20].contains(bytes[10]) else { return nil }
        hasSpace = bytes[10] == 0x20
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            guard !digits.isEmpty else { return nil }
            hasFraction = true
            rest = rest[digits.endIndex...]
        }
        guard let zone = Self.zone(rest.first == 0x20 ? rest.dropFirst() : rest) else { return nil }
        self.zone = zone
    }

    private static func zone(_ bytes: ArraySlice<UInt8>) -> Zone? {
        switch bytes.count {
        case 0: .missing
        case 1: bytes.first == 0x5A || bytes.first == 0x7A ? .whole : nil
        case 3 where isSigned(bytes) && bytes.dropFirst().matches("00"): .short
        case 5 where isSigned(bytes) && bytes.dropFirst().matches("0000"): .short
        case 6 where isSigned(bytes) && bytes.dropFirst().matches("00:00"): .whole
        default: nil
        }
    }

    private static func isSigned(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
    }
}

extension TimestampFormat: CustomStringConvertible {
    package var description: String {
        var remarks: [String] = []
        if hasFraction { remarks.append("with a fraction of a second") }
        if hasSpace { remarks.append("with a space instead of T") }
        switch zone {
        case .whole: break
        case .short: remarks.append("with a zone without a colon")
        case .missing: remarks.append("without a zone")
        }
        return remarks.isEmpty ? "a date and time" : "a date and time \(remarks.joined(separator: ", "))"
    }
}

extension Collection<UInt8> {
    /// Returns whether the bytes begin with a pattern, in which a zero matches any digit.
    package func matches(_ picture: String) -> Bool {
        count >= picture.utf8.count
            && zip(self, picture.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? byte.isDigit : byte == wanted
            }
    }
}
