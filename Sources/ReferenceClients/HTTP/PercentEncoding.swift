/// Percent-encoding (RFC 3986 §2.1) that leaves nothing to the defaults of Foundation, which lets `+` through.
enum PercentEncoding {
    /// The characters that mean themselves everywhere (RFC 3986 §2.3).
    static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    /// Those that may stand in a path with its slashes (RFC 3986 §3.3).
    static let path = unreserved.union("/!$&'()*+,;=:@".utf8)

    /// The UTF-8 of a text with every byte escaped but those.
    static func encoded(_ text: String, keeping kept: Set<UInt8>) -> String {
        var result = ""
        for byte in text.utf8 {
            if kept.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte < 0x10 ? "%0" : "%"
                result += String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
