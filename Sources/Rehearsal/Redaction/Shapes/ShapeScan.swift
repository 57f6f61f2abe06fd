/// One walk over a text for what looks like a secret.
struct ShapeScan {
    let bytes: UnsafeBufferPointer<UInt8>
    private var found: [SecretShape] = []
    private var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func run() -> [SecretShape] {
        while index < bytes.count {
            guard let shape = shape(at: index) else {
                index += 1
                continue
            }
            // An address is seen at its `@`, when what is before it has been passed.
            while let last = found.last, last.range.upperBound > shape.range.lowerBound { found.removeLast() }
            found.append(shape)
            index = max(index + 1, shape.range.upperBound)
        }
        return found
    }

    private func shape(at index: Int) -> SecretShape? {
        switch bytes[index] {
        case UInt8(ascii: "@"): return email(around: index)
        case UInt8(ascii: "-"): return privateKey(at: index)
        case 0x30...0x39: return isWordStart(index) ? card(at: index) : nil
        case 0x41...0x5A, 0x61...0x7A:
            guard isWordStart(index) else { return nil }
            return webToken(at: index) ?? credentials(at: index) ?? issued(at: index)
        default: return nil
        }
    }

    /// Whether what begins here is not the rest of something longer.
    private func isWordStart(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = bytes[index - 1]
        // In a document that nobody decoded, `\n` stands before a word as two letters.
        if index > 1, bytes[index - 2] == UInt8(ascii: "\\"), "nrtbf".utf8.contains(before) { return true }
        return !before.isAlphanumeric && before != UInt8(ascii: "_")
    }

    func starts(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    /// The end of the bytes from here on of which all are so.
    func end(from index: Int, while isPart: (UInt8) -> Bool) -> Int {
        var end = index
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return end
    }

    private func webToken(at index: Int) -> SecretShape? {
        guard starts("eyJ", at: index) else { return nil }
        let header = end(from: index) { $0.isBase64URL }
        guard header - index >= 10, header < bytes.count, bytes[header] == UInt8(ascii: ".") else { return nil }
        let payload = end(from: header + 1) { $0.isBase64URL }
        guard payload - header > 8 else { return nil }
        return SecretShape(.jwt, index..<end(from: payload) { $0.isBase64URL || $0 == UInt8(ascii: ".") })
    }

    private func privateKey(at index: Int) -> SecretShape? {
        guard starts("-----BEGIN ", at: index) else { return nil }
        let label = end(from: index + 11) { $0 != UInt8(ascii: "-") && $0 >= 0x20 }
        guard label - index <= 64, label >= index + 22,
            starts("PRIVATE KEY", at: label - 11) || starts("BLOCK", at: label - 5)
        else { return nil }
        if starts("BLOCK", at: label - 5), !starts("PRIVATE KEY BLOCK", at: max(0, label - 17)) { return nil }
        var end = label
        while end < bytes.count, !starts("-----END ", at: end) { end += 1 }
        if end < bytes.count {
            end = self.end(from: end + 9) { $0 != UInt8(ascii: "-") }
            end = self.end(from: end) { $0 == UInt8(ascii: "-") }
        }
        return SecretShape(.privateKey, index..<end)
    }
}

extension UInt8 {
    var isAlphanumeric: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    var isDigit: Bool { 0x30...0x39 ~= self }
    var isBase64URL: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
