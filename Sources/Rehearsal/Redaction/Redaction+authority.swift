extension Redaction {
    /// A request target in any of its forms (RFC 9112 §3.2):
    /// one that is only an authority may have user information too.
    package func requestTarget(_ raw: String) -> String {
        if let thorough { return thorough.requestTarget(raw) }
        let bytes = Array(raw.utf8)
        let authority = bytes.prefix { !Self.endsAuthority($0) }
        guard bytes.first != UInt8(ascii: "/"), Self.authorityStart(bytes) == nil else { return target(raw) }
        let shown = userInformation(bytes, in: authority)
        return target(String(decoding: shown, as: UTF8.self))
    }

    /// The value of `Host`, which has no user information unless somebody put a URL's there.
    func host(_ raw: String) -> String {
        let bytes = Array(raw.utf8)
        if Self.authorityStart(bytes) != nil { return target(raw) }
        return target(String(decoding: userInformation(bytes, in: bytes[...]), as: UTF8.self))
    }

    /// `https://name:word@host/` → `https://[redacted …]@host/`; some services take the secret as the name.
    func userInformation(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = Self.authorityStart(bytes) else { return bytes }
        return userInformation(bytes, in: bytes[start...].prefix { !Self.endsAuthority($0) })
    }

    private func userInformation(_ bytes: [UInt8], in authority: ArraySlice<UInt8>) -> [UInt8] {
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return bytes }
        let start = authority.startIndex
        let secret = Self.percentEncoded(placeholder(for: Self.percentDecoded(bytes[start..<at]), in: .url))
        return bytes[..<start] + secret + bytes[at...]
    }

    /// Where the authority of a URL begins; nil without `://`.
    private static func authorityStart(_ bytes: [UInt8]) -> Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        return colon + 3
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
