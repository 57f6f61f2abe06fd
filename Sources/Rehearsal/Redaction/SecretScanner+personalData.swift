extension SecretScanner {
    /// Returns the e-mail address around an `@`, in the commonly used subset of the syntax of RFC 5322 §3.4.1.
    func email(around offset: Int) -> DetectedSecret? {
        var start = offset
        while start > 0, Self.isInLocalPart(bytes[start - 1]) { start -= 1 }
        // The letters of a JSON escape before the address, such as `\n`, are not part of it.
        if start > 0, bytes[start - 1] == UInt8(ascii: "\\"), start < offset { start += escape(at: start) }
        if startsInEscape(start, of: offset) { start += 2 }
        while start < offset, !bytes[start].isAlphanumeric { start += 1 }
        var end = self.end(from: offset + 1) { $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        while end > offset + 1, !bytes[end - 1].isAlphanumeric { end -= 1 }
        guard start < offset, end > offset + 3 else { return nil }
        let domain = text(offset + 1..<end).split(separator: ".", omittingEmptySubsequences: false)
        guard domain.count > 1, domain.allSatisfy({ !$0.isEmpty }), let last = domain.last, last.utf8.count > 1,
            last.utf8.allSatisfy({ $0.isAlphanumeric && !$0.isDigit }), !Self.fileEndings.contains(String(last)),
            !Self.isReserved(domain), text(start..<offset) != "git", !Placeholder.isPlaceholder(text(start..<offset))
        else { return nil }
        return DetectedSecret(.email, start..<end)
    }

    /// Returns whether `start` is at the hex digits of a percent-encoded byte that a local part cannot contain.
    ///
    /// For example, the `40` in `%40@` is not part of an address (RFC 3986 §2.1).
    private func startsInEscape(_ start: Int, of offset: Int) -> Bool {
        guard start > 0, bytes[start - 1] == UInt8(ascii: "%"), start + 2 <= offset,
            let high = bytes[start].hexValue, let low = bytes[start + 1].hexValue
        else { return false }
        return !Self.isInLocalPart(high << 4 | low)
    }

    /// Returns the length of a JSON escape without its backslash: 1 for `\n`, 5 for `\u0000`.
    private func escape(at index: Int) -> Int {
        guard bytes[index] == UInt8(ascii: "u"), index + 5 <= bytes.count else { return 1 }
        return bytes[(index + 1)..<(index + 5)].allSatisfy { $0.hexValue != nil } ? 5 : 1
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: range.map { bytes[$0].asciiLowercased }, as: UTF8.self)
    }

    private static func isInLocalPart(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-")
    }

    /// Returns whether a domain is reserved for examples (RFC 2606).
    private static func isReserved(_ labels: [Substring]) -> Bool {
        guard let last = labels.last else { return false }
        if ["example", "test", "invalid", "localhost"].contains(last) { return true }
        return ["com", "net", "org"].contains(last) && labels.dropLast().last == "example"
    }

    /// File extensions: a file name such as `photo@2x.png` is not an e-mail address.
    private static let fileEndings: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "json", "html", "ico",
    ]

    /// Returns the payment card number at an index; nil unless its length, prefix and check digit are valid
    /// (ISO/IEC 7812-1, annex B).
    ///
    /// Digits after a space or a dash may follow the number, such as an expiry date.
    func card(at index: Int) -> DetectedSecret? {
        if index > 0, bytes[index - 1] == UInt8(ascii: ".") || bytes[index - 1] == UInt8(ascii: "-") { return nil }
        // All brands start with one of these digits.
        guard 0x32...0x36 ~= bytes[index] else { return nil }
        var digits: [UInt8] = []
        // For each group, the number of digits up to its end, and the index of its end.
        var groups: [(count: Int, end: Int)] = []
        var position = index
        while position < bytes.count, digits.count < 20 {
            let byte = bytes[position]
            if byte.isDigit {
                digits.append(byte - 0x30)
            } else if (byte == 0x20 || byte == UInt8(ascii: "-")) && bytes[position - 1].isDigit {
                groups.append((digits.count, position))
            } else {
                break
            }
            position += 1
        }
        if bytes[position - 1].isDigit { groups.append((digits.count, position)) }
        guard digits.count >= 13 else { return nil }
        for (number, group) in groups.enumerated().reversed() {
            guard isCard(digits.prefix(group.count), upTo: group.end) else { continue }
            // If more digits follow, only a usual grouping is accepted, so that a row of numbers does not match.
            let isWhole = number == groups.count - 1 && digits.count < 20
            if isWhole || Self.usualGroups.contains(groups[...number].map(\.count)) {
                return DetectedSecret(.card, index..<group.end)
            }
        }
        return nil
    }

    /// The cumulative numbers of digits by group: undivided, in fours, American Express and Diners Club.
    private static let usualGroups: Set<[Int]> = [
        [13], [14], [15], [16], [19], [4, 8, 12, 16], [4, 8, 12, 16, 19], [4, 10, 15], [4, 10, 14],
    ]

    private func isCard(_ digits: ArraySlice<UInt8>, upTo end: Int) -> Bool {
        // The digits of a decimal number or of a longer word are not a card number.
        if end < bytes.count, bytes[end].isAlphanumeric { return false }
        if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), bytes[end + 1].isDigit { return false }
        return Self.isBranded(digits) && Self.hasCheckDigit(digits)
    }

    private static func isBranded(_ digits: ArraySlice<UInt8>) -> Bool {
        guard 13...19 ~= digits.count, Set(digits).count > 1 else { return false }
        let four = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        switch (four, digits.count) {
        case (4000...4999, 13), (4000...4999, 16), (4000...4999, 19): return true
        case (5100...5599, 16), (2221...2720, 16): return true
        case (3400...3499, 15), (3700...3799, 15): return true
        case (6011, 16), (6440...6599, 16), (3528...3589, 16), (6200...6299, 16): return true
        case (3000...3059, 14), (3600...3699, 14), (3800...3999, 14): return true
        default: return false
        }
    }

    private static func hasCheckDigit(_ digits: ArraySlice<UInt8>) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element) * (digit.offset % 2 == 1 ? 2 : 1)
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum % 10 == 0
    }
}
