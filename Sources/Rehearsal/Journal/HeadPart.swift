/// How a part of a head is shown that may not be what it stands for.
enum HeadPart {
    /// No method is longer, while many a secret is a token in HTTP's sense too.
    private static let longestMethod = 32

    /// The methods of RFC 9110 §9.3 and RFC 5789:
    /// what is told for a method even where nothing else says that it is one.
    static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE",
    ]

    /// Whether it is a token of the length that a method may have (RFC 9110 §9.1).
    static func isMethod(_ text: String) -> Bool {
        text.utf8.count <= longestMethod && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Whether it is `HTTP/digit.digit` (RFC 9112 §2.3).
    static func isVersion(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 8 && bytes.starts(with: "HTTP/".utf8) && bytes[6] == UInt8(ascii: ".")
            && [bytes[5], bytes[7]].allSatisfy(\.isDigit)
    }

    /// `(23 bytes that are no method)`.
    static func length(_ count: Int, _ what: String) -> String {
        count == 1 ? "(1 byte that is \(what))" : "(\(count) bytes that are \(what))"
    }

    /// A part as `show` shows it up to a CR without its LF: what follows may be a line of its own.
    static func upToBareReturn(_ text: String, _ show: (String) -> String) -> String {
        let bytes = Array(text.utf8)
        let bareReturn = bytes.indices.first { index in
            bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
        }
        guard let bareReturn else { return show(text) }
        let rest = bytes.count - bareReturn - 1
        let kept = show(String(decoding: bytes[..<bareReturn], as: UTF8.self))
        return "\(kept) (a bare CR and \(rest == 1 ? "1 byte" : "\(rest) bytes") after it)"
    }
}
