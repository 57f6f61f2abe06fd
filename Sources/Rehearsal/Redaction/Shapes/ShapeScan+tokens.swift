extension ShapeScan {
    /// What follows `Bearer` or `Basic`, if it is too long to be an example.
    func credentials(at index: Int) -> SecretShape? {
        guard bytes[index] | 0x20 == UInt8(ascii: "b") else { return nil }
        let isBearer = starts("Bearer ", at: index) || starts("bearer ", at: index)
        let isBasic = starts("Basic ", at: index) || starts("basic ", at: index)
        guard isBearer || isBasic else { return nil }
        let start = index + (isBearer ? 7 : 6)
        let end = self.end(from: start) { $0.isBase64URL || "._~+/=".utf8.contains($0) }
        guard isBearer ? isLongToken(start..<end) : isUserAndPassword(start..<end) else { return nil }
        return SecretShape(.credentials, start..<end)
    }

    /// Letters and digits, enough of them, and not always the same ones.
    private func isLongToken(_ range: Range<Int>) -> Bool {
        guard range.count >= 24 else { return false }
        let used = Set(range.map { bytes[$0] })
        return used.count >= 10 && used.contains { $0.isDigit } && used.contains { $0.isAlphanumeric && !$0.isDigit }
    }

    /// Whether some Base64 says `user:password` (RFC 7617 §2).
    private func isUserAndPassword(_ range: Range<Int>) -> Bool {
        let letters = range.map { bytes[$0] }.prefix { $0 != UInt8(ascii: "=") }
        guard range.count >= 8, range.count % 4 == 0,
            let text = Base64.decoded(String(decoding: letters, as: UTF8.self))
        else { return false }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return false
        }
        // A password of letters alone is made up for an example.
        let password = Array(text[(colon + 1)...])
        return password.count >= 8 && password.contains(where: \.isDigit) && !Placeholder.isOne(password)
    }

    /// A key whose first letters say who issued it.
    func issued(at index: Int) -> SecretShape? {
        for form in IssuedForm.beginning(with: bytes[index]) where starts(form.prefix, at: index) {
            let start = index + form.prefix.utf8CodeUnitCount
            // One byte beyond the longest tells that it is none: a text may be a run of prefixes.
            let end = self.end(from: start, atMost: form.lengths.upperBound + 1) { form.letters.contain($0) }
            guard form.lengths ~= end - start, isVaried(start..<end), !isExample(end) else { continue }
            return SecretShape(.issued, (form.isAnnounced ? start : index)..<end)
        }
        return nil
    }

    /// Whether it is drawn rather than typed: `xxxxxxxxxxxx` and `your-key-here` are not.
    func isVaried(_ range: Range<Int>) -> Bool {
        let used = Set(range.map { bytes[$0] })
        return used.count >= min(8, range.count / 2) && used.contains { $0.isDigit }
    }

    /// As documentation writes the keys that nobody has: `AKIAIOSFODNN7EXAMPLE`.
    private func isExample(_ end: Int) -> Bool { end >= 7 && starts("EXAMPLE", at: end - 7) }
}
