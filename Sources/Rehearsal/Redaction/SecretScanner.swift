/// A scan of a text for values that look like secrets, in one pass.
struct SecretScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private var found: [DetectedSecret] = []
    private var index = 0
    /// The end of the last run of Base64 characters that was checked for a web token.
    private var runEnd = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func run() -> [DetectedSecret] {
        while index < bytes.count {
            guard let secret = secret(at: index) else {
                index += 1
                continue
            }
            // An e-mail address is detected at its `@`, and may overlap a secret that was detected before it.
            while let last = found.last, last.range.upperBound > secret.range.lowerBound { found.removeLast() }
            found.append(secret)
            index = max(index + 1, secret.range.upperBound)
        }
        return found
    }

    private mutating func secret(at index: Int) -> DetectedSecret? {
        let byte = bytes[index]
        if byte.isAlphanumeric {
            guard isWordStart(index) else { return nil }
            // This runs for every word, so the cheap check comes first.
            let mayBeMailgunKey = index + 50 <= bytes.count && bytes[index + 32] == UInt8(ascii: "-")
            if mayBeMailgunKey, let key = mailgunKey(at: index) { return key }
            if byte.isDigit { return card(at: index) ?? numericToken(at: index) }
            let known = (byte == UInt8(ascii: "e") ? webToken(at: index) : nil) ?? credentials(at: index)
            return known ?? knownToken(at: index) ?? compositeToken(at: index)
        }
        if byte == UInt8(ascii: "@") { return email(around: index) }
        return byte == UInt8(ascii: "-") ? privateKey(at: index) : nil
    }

    /// Returns whether a word starts at an index.
    private func isWordStart(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = bytes[index - 1]
        guard before.isAlphanumeric || before == UInt8(ascii: "_") else { return true }
        // In JSON text, the letter before a word may belong to an escape such as `\n`.
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

    /// Returns the end of the run of bytes that satisfy a condition.
    func end(from index: Int, while isPart: (UInt8) -> Bool) -> Int {
        var end = index
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return end
    }

    /// Returns the end of the run of bytes that satisfy a condition, after at most `count` bytes.
    func end(from index: Int, atMost count: Int, while isPart: (UInt8) -> Bool) -> Int {
        let limit = min(bytes.count, index + count)
        var end = index
        while end < limit, isPart(bytes[end]) { end += 1 }
        return end
    }

    private mutating func webToken(at index: Int) -> DetectedSecret? {
        guard starts("eyJ", at: index) else { return nil }
        // A run of Base64 characters may contain `eyJ` many times, so its end is searched only once.
        if index >= runEnd { runEnd = end(from: index) { $0.isBase64URL } }
        let header = runEnd
        guard header - index >= 10, header < bytes.count, bytes[header] == UInt8(ascii: ".") else { return nil }
        let payload = end(from: header + 1) { $0.isBase64URL }
        guard payload - header > 8 else { return nil }
        return DetectedSecret(.jwt, index..<end(from: payload) { $0.isBase64URL || $0 == UInt8(ascii: ".") })
    }

    private func privateKey(at index: Int) -> DetectedSecret? {
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
        return DetectedSecret(.privateKey, index..<end)
    }
}

extension SecretScanner {
    /// Returns the value after `Bearer` or `Basic`, unless it looks like an example.
    func credentials(at index: Int) -> DetectedSecret? {
        guard bytes[index] | 0x20 == UInt8(ascii: "b") else { return nil }
        let isBearer = starts("Bearer ", at: index) || starts("bearer ", at: index)
        let isBasic = starts("Basic ", at: index) || starts("basic ", at: index)
        guard isBearer || isBasic else { return nil }
        let start = index + (isBearer ? 7 : 6)
        let end = self.end(from: start) { $0.isBase64URL || "._~+/=".utf8.contains($0) }
        guard isBearer ? isLongToken(start..<end) : isUserAndPassword(start..<end) else { return nil }
        return DetectedSecret(.credentials, start..<end)
    }

    /// Returns whether the value has at least 24 bytes, 10 distinct bytes, a letter and a digit.
    private func isLongToken(_ range: Range<Int>) -> Bool {
        guard range.count >= 24 else { return false }
        let used = Set(range.map { bytes[$0] })
        return used.count >= 10 && used.contains { $0.isDigit } && used.contains { $0.isAlphanumeric && !$0.isDigit }
    }

    /// Returns whether the value is the Base64 of `user:password` (RFC 7617 §2).
    private func isUserAndPassword(_ range: Range<Int>) -> Bool {
        let letters = range.map { bytes[$0] }.prefix { $0 != UInt8(ascii: "=") }
        guard range.count >= 8, range.count % 4 == 0,
            let text = Base64.decoded(String(decoding: letters, as: UTF8.self))
        else { return false }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return false
        }
        // A password of letters alone is likely an example.
        let password = Array(text[(colon + 1)...])
        return password.count >= 8 && password.contains(where: \.isDigit) && !Placeholder.isPlaceholder(password)
    }

    /// Returns the key or token with the prefix of a known issuer.
    func knownToken(at index: Int) -> DetectedSecret? {
        for form in KnownTokenFormat.beginning(with: bytes[index]) where starts(form.prefix, at: index) {
            let start = index + form.prefix.utf8CodeUnitCount
            // Reading one byte beyond the maximum rejects longer runs, and bounds the cost of repeated prefixes.
            let end = self.end(from: start, atMost: form.lengths.upperBound + 1) { form.alphabet.contains($0) }
            guard form.lengths ~= end - start, isRandom(start..<end), !isExample(end) else { continue }
            return DetectedSecret(.issued, (form.excludesPrefix ? start : index)..<end)
        }
        return nil
    }

    /// Returns whether the value is varied enough to be random, unlike `xxxxxxxxxxxx` and `your-key-here`.
    func isRandom(_ range: Range<Int>) -> Bool {
        let used = Set(range.map { bytes[$0] })
        return used.count >= min(8, range.count / 2) && used.contains { $0.isDigit }
    }

    /// Returns whether a key is an example from documentation, such as `AKIAIOSFODNN7EXAMPLE`.
    private func isExample(_ end: Int) -> Bool { end >= 7 && starts("EXAMPLE", at: end - 7) }
}

/// Keys and tokens of several parts with different alphabets and lengths.
extension SecretScanner {
    /// Returns the webhook URL or bot token that starts at a letter.
    func compositeToken(at index: Int) -> DetectedSecret? {
        switch bytes[index] {
        case UInt8(ascii: "s"): slackWebhook(at: index)
        case UInt8(ascii: "w"): discordWebhook(at: index)
        case UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "O"): discordToken(at: index)
        case UInt8(ascii: "A"): twitterBearer(at: index)
        case UInt8(ascii: "b"): starts("bot", at: index) ? numericToken(at: index + 3) : nil
        default: nil
        }
    }

    /// Returns the token that starts at a digit: `123456789:AA…` (Telegram), `123456789012345678-…` (Twitter).
    func numericToken(at index: Int) -> DetectedSecret? {
        let digits = end(from: index, atMost: 21, while: \.isDigit)
        guard digits < bytes.count else { return nil }
        switch (bytes[digits], digits - index) {
        case (UInt8(ascii: ":"), 8...10): return token(from: digits + 1, 34...36, in: index, while: \.isBase64URL)
        case (UInt8(ascii: "-"), 15...20): return token(from: digits + 1, 40...40, in: index, while: \.isAlphanumeric)
        default: return nil
        }
    }

    /// Returns a key of 32, 8 and 8 hexadecimal digits (Mailgun).
    func mailgunKey(at index: Int) -> DetectedSecret? {
        guard bytes[index + 41] == UInt8(ascii: "-") else { return nil }
        let isKey = (index..<(index + 50)).allSatisfy { place in
            place == index + 32 || place == index + 41 || bytes[place].hexValue != nil
        }
        guard isKey, index + 50 == bytes.count || !bytes[index + 50].isBase64URL else { return nil }
        return DetectedSecret(.issued, index..<(index + 50))
    }

    /// Returns `services/T…/B…/…` (Slack), on any host.
    private func slackWebhook(at index: Int) -> DetectedSecret? {
        guard starts("services/T", at: index) else { return nil }
        let team = end(from: index + 9, atMost: 16, while: \.isAlphanumeric)
        guard team - index >= 17, starts("/B", at: team) else { return nil }
        let channel = end(from: team + 1, atMost: 16, while: \.isAlphanumeric)
        guard channel - team >= 9, channel < bytes.count, bytes[channel] == UInt8(ascii: "/") else { return nil }
        return token(from: channel + 1, 16...48, in: index + 9, while: \.isAlphanumeric)
    }

    /// Returns `webhooks/NUMBER/…` (Discord), on any host.
    private func discordWebhook(at index: Int) -> DetectedSecret? {
        guard starts("webhooks/", at: index) else { return nil }
        let number = end(from: index + 9, atMost: 21, while: \.isDigit)
        guard 17...20 ~= number - index - 9, number < bytes.count, bytes[number] == UInt8(ascii: "/") else {
            return nil
        }
        return token(from: number + 1, 60...80, in: index + 9, while: \.isBase64URL)
    }

    /// Returns a token of a number, a time and a signature in Base64, separated by dots (Discord).
    private func discordToken(at index: Int) -> DetectedSecret? {
        let number = end(from: index, atMost: 29, while: \.isBase64URL)
        guard 23...28 ~= number - index, number < bytes.count, bytes[number] == UInt8(ascii: ".") else { return nil }
        let timestamp = end(from: number + 1, atMost: 8, while: \.isBase64URL)
        guard 6...7 ~= timestamp - number - 1, timestamp < bytes.count, bytes[timestamp] == UInt8(ascii: ".") else {
            return nil
        }
        return token(from: timestamp + 1, 27...40, in: index, while: \.isBase64URL)
    }

    /// Returns a token that starts with zeros in Base64 and has URL escapes, which images lack (Twitter).
    private func twitterBearer(at index: Int) -> DetectedSecret? {
        guard starts("AAAAAAAAAAAAAAAAAAAAA", at: index) else { return nil }
        let secret = token(from: index + 21, 50...200, in: index) { $0.isAlphanumeric || $0 == UInt8(ascii: "%") }
        return secret.flatMap { $0.range.contains { bytes[$0] == UInt8(ascii: "%") } ? $0 : nil }
    }

    /// Returns a secret whose last part is random and has one of these lengths.
    ///
    /// - Parameter start: the start of the secret.
    private func token(
        from index: Int,
        _ lengths: ClosedRange<Int>,
        in start: Int,
        while isPart: (UInt8) -> Bool
    ) -> DetectedSecret? {
        let end = end(from: index, atMost: lengths.upperBound + 1, while: isPart)
        guard lengths ~= end - index, isRandom(index..<end) else { return nil }
        return DetectedSecret(.issued, start..<end)
    }
}
