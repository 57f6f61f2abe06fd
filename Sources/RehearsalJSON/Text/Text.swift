extension BidirectionalCollection {
    /// Returns the elements without those at both ends that satisfy a condition.
    @inlinable package func trimming(_ isEdge: (Element) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isEdge($0) }), let last = lastIndex(where: { !isEdge($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it (RFC 9110 §5.6.3).
    @inlinable package var trimmed: SubSequence { trimming { $0 == " " || $0 == "\t" } }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without the spaces and tabs around them (RFC 9110 §5.6.3).
    @inlinable package var trimmed: SubSequence { trimming { $0.isBlank } }
}

extension String {
    /// Returns whether both texts have the same scalars; `==` also equates canonical equivalents.
    package func hasSameScalars(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The text with control characters escaped, so that a client's bytes cannot control a terminal.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isControl {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text in double quotes for a message, on one line and cut to 160 characters.
    package var quoted: String {
        let short = count > 160 ? prefix(157) + "…" : self[...]
        return String(decoding: JSON.string(String(short)).bytes(), as: UTF8.self).printable
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is C0, DEL, C1, a mark that changes the direction of text, or invalid in XML.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
