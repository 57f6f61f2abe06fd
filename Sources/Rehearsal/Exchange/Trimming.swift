extension BidirectionalCollection {
    /// Returns the elements without those at both ends that satisfy a condition.
    package func trimming(_ isEdge: (Element) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isEdge($0) }), let last = lastIndex(where: { !isEdge($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it (RFC 9110 §5.6.3).
    package var trimmed: SubSequence { trimming { $0 == " " || $0 == "\t" } }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without the spaces and tabs around them (RFC 9110 §5.6.3).
    package var trimmed: SubSequence { trimming { $0 == 0x20 || $0 == 0x09 } }
}
