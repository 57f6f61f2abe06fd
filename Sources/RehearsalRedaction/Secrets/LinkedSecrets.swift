import Rehearsal

/// What a URL of any scheme says beside its query that is secret: its user information (RFC 3986 §3.2.1), and a token
/// of its path that stands for a user who was invited or has forgotten a password.
enum LinkedSecrets {
    static func all(in bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.contains(UInt8(ascii: "/")) else { return [] }
        return credentials(in: bytes) + tokens(in: bytes)
    }

    /// `postgres://NAME:PASSWORD@host`, or `https://TOKEN@host` where the name looks issued.
    static func credentials(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while let start = bytes.start(of: Array("://".utf8), from: index) {
            let authority = bytes[(start + 3)...].prefix { !endsAuthority($0) }
            index = max(start + 3, authority.endIndex)
            // A password may hold an `@` that was not escaped.
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
            let information = authority[..<at]
            let colon = information.firstIndex(of: UInt8(ascii: ":"))
            let isSecret = colon.map { $0 + 1 < at } ?? DrawnValue.isIssued(information)
            if isSecret { found.append(information.indices) }
        }
        return found
    }

    /// The segments that look issued and stand below one that says what is done with them: `/reset/TOKEN`.
    static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var isAnnounced = false
        var index = 0
        while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
            // Only the segment that follows at once is below it.
            if slash != index { isAnnounced = false }
            let segment = bytes[(slash + 1)...].prefix { !endsSegment($0) }
            if isAnnounced, DrawnValue.isIssued(PercentEncoding.decoded(Array(segment))) {
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
