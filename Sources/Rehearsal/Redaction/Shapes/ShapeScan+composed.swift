/// Keys and tokens in several parts, each of which has its own letters and its own length.
extension ShapeScan {
    /// The secret that begins at an index with a letter: the URL of a webhook, or the token of a bot.
    func composed(at index: Int) -> SecretShape? {
        switch bytes[index] {
        case UInt8(ascii: "s"): slackWebhook(at: index)
        case UInt8(ascii: "w"): discordWebhook(at: index)
        case UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "O"): discordToken(at: index)
        case UInt8(ascii: "A"): twitterBearer(at: index)
        case UInt8(ascii: "b"): starts("bot", at: index) ? numbered(at: index + 3) : nil
        default: nil
        }
    }

    /// The secret that begins at an index with digits: `123456789:AA…` (Telegram), `123456789012345678-…` (Twitter).
    func numbered(at index: Int) -> SecretShape? {
        let digits = end(from: index, atMost: 21, while: \.isDigit)
        guard digits < bytes.count else { return nil }
        switch (bytes[digits], digits - index) {
        case (UInt8(ascii: ":"), 8...10): return token(from: digits + 1, 34...36, in: index, while: \.isBase64URL)
        case (UInt8(ascii: "-"), 15...20): return token(from: digits + 1, 40...40, in: index, while: \.isAlphanumeric)
        default: return nil
        }
    }

    /// 32, 8 and 8 hexadecimal digits, as Mailgun makes them.
    func parted(at index: Int) -> SecretShape? {
        guard bytes[index + 41] == UInt8(ascii: "-") else { return nil }
        let isKey = (index..<(index + 50)).allSatisfy { place in
            place == index + 32 || place == index + 41 || bytes[place].hexValue != nil
        }
        guard isKey, index + 50 == bytes.count || !bytes[index + 50].isBase64URL else { return nil }
        return SecretShape(.issued, index..<(index + 50))
    }

    /// `services/T…/B…/…`, on whatever host.
    private func slackWebhook(at index: Int) -> SecretShape? {
        guard starts("services/T", at: index) else { return nil }
        let team = end(from: index + 9, atMost: 16, while: \.isAlphanumeric)
        guard team - index >= 17, starts("/B", at: team) else { return nil }
        let channel = end(from: team + 1, atMost: 16, while: \.isAlphanumeric)
        guard channel - team >= 9, channel < bytes.count, bytes[channel] == UInt8(ascii: "/") else { return nil }
        return token(from: channel + 1, 16...48, in: index + 9, while: \.isAlphanumeric)
    }

    /// `webhooks/NUMBER/…`, on whatever host.
    private func discordWebhook(at index: Int) -> SecretShape? {
        guard starts("webhooks/", at: index) else { return nil }
        let number = end(from: index + 9, atMost: 21, while: \.isDigit)
        guard 17...20 ~= number - index - 9, number < bytes.count, bytes[number] == UInt8(ascii: "/") else {
            return nil
        }
        return token(from: number + 1, 60...80, in: index + 9, while: \.isBase64URL)
    }

    /// A number in Base64, a moment, and a signature, with dots between them.
    private func discordToken(at index: Int) -> SecretShape? {
        let number = end(from: index, atMost: 29, while: \.isBase64URL)
        guard 23...28 ~= number - index, number < bytes.count, bytes[number] == UInt8(ascii: ".") else { return nil }
        let moment = end(from: number + 1, atMost: 8, while: \.isBase64URL)
        guard 6...7 ~= moment - number - 1, moment < bytes.count, bytes[moment] == UInt8(ascii: ".") else {
            return nil
        }
        return token(from: moment + 1, 27...40, in: index, while: \.isBase64URL)
    }

    /// Zeros in Base64 and what follows them, with the escapes of a URL: pictures have such zeros too, and no escapes.
    private func twitterBearer(at index: Int) -> SecretShape? {
        guard starts("AAAAAAAAAAAAAAAAAAAAA", at: index) else { return nil }
        let shape = token(from: index + 21, 50...200, in: index) { $0.isAlphanumeric || $0 == UInt8(ascii: "%") }
        return shape.flatMap { $0.range.contains { bytes[$0] == UInt8(ascii: "%") } ? $0 : nil }
    }

    /// A token of such a length that is drawn.
    ///
    /// - Parameter start: where the secret begins that ends with it.
    private func token(
        from index: Int,
        _ lengths: ClosedRange<Int>,
        in start: Int,
        while isPart: (UInt8) -> Bool
    ) -> SecretShape? {
        let end = end(from: index, atMost: lengths.upperBound + 1, while: isPart)
        guard lengths ~= end - index, isVaried(index..<end) else { return nil }
        return SecretShape(.issued, start..<end)
    }
}
