/// One walk over a text for what looks like a secret.
struct ShapeScan {
    let bytes: UnsafeBufferPointer<UInt8>
    private var found: [SecretShape] = []
    private var index = 0
    /// The end of the run of Base64 letters in which a web token was looked for last.
    private var runEnd = 0

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

    private mutating func shape(at index: Int) -> SecretShape? {
        let byte = bytes[index]
        if byte.isAlphanumeric {
            guard isWordStart(index) else { return nil }
            // A scan comes here for each word, so that a call less counts.
            let isParted = index + 50 <= bytes.count && bytes[index + 32] == UInt8(ascii: "-")
            if isParted, let shape = parted(at: index) { return shape }
            if byte.isDigit { return card(at: index) ?? numbered(at: index) }
            let known = (byte == UInt8(ascii: "e") ? webToken(at: index) : nil) ?? credentials(at: index)
            return known ?? issued(at: index) ?? composed(at: index)
        }
        if byte == UInt8(ascii: "@") { return email(around: index) }
        return byte == UInt8(ascii: "-") ? privateKey(at: index) : nil
    }

    /// Whether what begins here is not the rest of something longer.
    private func isWordStart(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = bytes[index - 1]
        guard before.isAlphanumeric || before == UInt8(ascii: "_") else { return true }
        // In a document with its escapes, `\n` stands before a word as two letters.
        return index > 1 && bytes[index - 2] == UInt8(ascii: "\\") && "nrtbf".utf8.contains(before)
    }

    func starts(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        var offset = 0
        while offset < count {
            guard bytes[index + offset] == text.utf8Start[offset] else { return false }
            offset += 1
        }
        return true
    }

    /// The end of the bytes from here on of which all are so.
    func end(from index: Int, while isPart: (UInt8) -> Bool) -> Int {
        var end = index
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return end
    }

    /// The same, but it reads at most `count` bytes.
    func end(from index: Int, atMost count: Int, while isPart: (UInt8) -> Bool) -> Int {
        let limit = min(bytes.count, index + count)
        var end = index
        while end < limit, isPart(bytes[end]) { end += 1 }
        return end
    }

    private mutating func webToken(at index: Int) -> SecretShape? {
        guard starts("eyJ", at: index) else { return nil }
        // Of a run of beginnings, all end where the first one does.
        if index >= runEnd { runEnd = end(from: index) { $0.isBase64URL } }
        let header = runEnd
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
    var isBase64URL: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
