import Rehearsal

/// Detection of secrets by a preceding name in any text: `"access_token":"…"` in a script, `password: …` in a
/// configuration, `?token=…` in a link.
///
/// Programs and pages mention passwords without a value. A value therefore has to look like a secret too, except in
/// documents and URLs.
struct NamedSecrets {
    /// The function that returns the certainty with which a name marks a secret; nil for other names.
    let isSecret: (_ name: ArraySlice<UInt8>, _ isParameter: Bool) -> Certainty?

    /// The certainty of a name.
    enum Certainty { case certain, ifTokenLike }

    /// A secret value, and whether it is part of a URL.
    struct Finding {
        var range: Range<Int>
        var isInURL: Bool
    }

    func all(in bytes: [UInt8]) -> [Finding] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return [] }
        var found: [Finding] = []
        var index = 0
        while let place = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) {
            index = place + 1
            guard let finding = finding(at: place, in: bytes), !finding.range.isEmpty else { continue }
            found.append(finding)
            index = max(index, finding.range.upperBound)
        }
        return found
    }

    /// Returns the secret value after an equals sign or a colon; nil if there is none.
    private func finding(at offset: Int, in bytes: [UInt8]) -> Finding? {
        let before = bytes[..<offset]
        let spaced = before.dropLast(before.reversed().prefix { $0 == 0x20 }.count)
        let escapes = { (part: ArraySlice<UInt8>) in part.reversed().prefix { $0 == UInt8(ascii: "\\") }.count }
        let quote = spaced.last.flatMap { Self.isQuote($0) ? $0 : nil }
        var named = quote == nil ? spaced : spaced.dropLast()
        if quote != nil { named = named.dropLast(escapes(named)) }
        let length = named.reversed().prefix(while: Self.isInName).count
        guard 2...64 ~= length else { return nil }
        let name = named.suffix(length)
        let opening = named.dropLast(length).last
        let isParameter =
            quote == nil && bytes[offset] == UInt8(ascii: "=") && spaced.endIndex == offset
            && opening.map { "?&;#".utf8.contains($0) } == true
        guard let certainty = isSecret(name, isParameter) else { return nil }
        if isParameter { return parameter(from: offset + 1, in: bytes, certainty) }
        guard let finding = value(from: offset + 1, in: bytes, isMember: quote != nil && opening == quote) else {
            return nil
        }
        return certainty == .certain || HighEntropyValue.isLikelyCredential(bytes[finding.range]) ? finding : nil
    }

    private func parameter(from start: Int, in bytes: [UInt8], _ certainty: Certainty) -> Finding? {
        let value = bytes[start...].prefix { $0 > 0x20 && !"\"'&;#<>()[]{}|\\^`".utf8.contains($0) }
        guard !value.isEmpty, !Self.isPlaceholder(value),
            certainty == .certain || HighEntropyValue.isLikelyCredential(value)
        else {
            return nil
        }
        return Finding(range: value.indices, isInURL: true)
    }

    /// - Parameter isMember: whether the name is in quotes, as in a document.
    private func value(from start: Int, in bytes: [UInt8], isMember: Bool) -> Finding? {
        var start = start
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        let slashes = bytes[start...].prefix { $0 == UInt8(ascii: "\\") }.count
        guard start + slashes < bytes.count else { return nil }
        let quote = bytes[start + slashes]
        guard Self.isQuote(quote) else {
            // The limit bounds the cost, because a text may be one value to its end.
            let value = bytes[start...].prefix(4096).prefix { $0 > 0x20 && !"\"'&,;<>(){}".utf8.contains($0) }
            // `token: request.bearer2Token` is source code, and a token with dots is detected by its shape.
            return !value.contains(UInt8(ascii: ".")) && !Self.isPlaceholder(value)
                && HighEntropyValue.isLikelyNamedSecret(value)
                ? Finding(range: value.indices, isInURL: false) : nil
        }
        start += slashes + 1
        var end = start
        while end < bytes.count, bytes[end] != quote, bytes[end] != 0x0A {
            if slashes > 0, bytes[end] == UInt8(ascii: "\\") { break }
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        let value = bytes[start..<min(end, bytes.count)]
        guard !value.isEmpty, !Self.isPlaceholder(value), isMember || HighEntropyValue.isLikelyNamedSecret(value) else {
            return nil
        }
        return Finding(range: value.indices, isInURL: false)
    }

    private static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
        value.starts(with: "[redacted".utf8) || value.starts(with: "redacted-".utf8)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isInName(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-_") }
}

/// Detection of secrets in URLs outside the query: user information (RFC 3986 §3.2.1), and path tokens of
/// invitations and password resets.
enum URLSecrets {
    static func all(in bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.contains(UInt8(ascii: "/")) else { return [] }
        return credentials(in: bytes) + tokens(in: bytes)
    }

    /// Returns the ranges of user information: `postgres://NAME:PASSWORD@host`, or `https://TOKEN@host` with a token.
    static func credentials(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while let start = bytes.start(of: Array("://".utf8), from: index) {
            let authority = bytes[(start + 3)...].prefix { !endsAuthority($0) }
            index = max(start + 3, authority.endIndex)
            // A password may contain an unescaped `@`.
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
            let information = authority[..<at]
            let colon = information.firstIndex(of: UInt8(ascii: ":"))
            let isSecret = colon.map { $0 + 1 < at } ?? HighEntropyValue.isLikelyCredential(information)
            if isSecret { found.append(information.indices) }
        }
        return found
    }

    /// Returns the token-like segments after a segment that announces them: `/reset/TOKEN`.
    static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var isAnnounced = false
        var index = 0
        while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
            // A segment announces only its direct successor.
            if slash != index { isAnnounced = false }
            let segment = bytes[(slash + 1)...].prefix { !endsSegment($0) }
            if isAnnounced, HighEntropyValue.isLikelyCredential(PercentEncoding.decoded(Array(segment))) {
                found.append(segment.indices)
            }
            isAnnounced = announces(segment)
            index = segment.endIndex
        }
        return found
    }

    private static func announces(_ segment: ArraySlice<UInt8>) -> Bool {
        guard 3...40 ~= segment.count else { return false }
        return segment.split(whereSeparator: { "-_.".utf8.contains($0) }).contains { word in
            words.contains(String(decoding: word, as: UTF8.self).lowercased())
        }
    }

    private static let words: Set<String> = [
        "reset", "resetpassword", "passwordreset", "recover", "recovery", "forgot", "verify", "verifyemail",
        "verification", "confirm", "confirmation", "confirmemail", "activate", "activation", "invite", "invitation",
        "magic", "magiclink", "unlock", "unsubscribe", "token", "otp",
    ]

    private static func endsAuthority(_ byte: UInt8) -> Bool { byte <= 0x20 || "/?#\"<>\\^`{|}".utf8.contains(byte) }

    private static func endsSegment(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "/?#;&,\"'<>()[]{}\\^`|".utf8.contains(byte)
    }
}
