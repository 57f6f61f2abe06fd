#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 as exporters write it: with line breaks, in either alphabet, with or without padding (RFC 4648 §4, §5).
package enum Base64 {
    /// The text of some bytes, in one line.
    package static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The bytes, or nil if the text is no Base64.
    package static func decoded(_ text: String) -> [UInt8]? {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "-"): letters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): letters.append(UInt8(ascii: "/"))
            default: letters.append(byte)
            }
        }
        while letters.count % 4 != 0 { letters.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(letters)).map { Array($0) }
    }
}
