package import Rehearsal
import RehearsalPlatform

/// A body from which the content codings are removed, as far as they can be decoded (RFC 9110 §8.4.1).
package struct ContentCoding {
    package var bytes: [UInt8]
    /// The codings that could not be removed; nil if there are none.
    package var remaining: String?
    /// The removed codings; nil if there are none.
    package var removed: String?
    /// Whether only the beginning of the body could be decoded, because the coded data is truncated or corrupt.
    package var isTruncated = false

    /// The maximum length of a decoded body in bytes.
    package static let limit = 256 << 20

    package init(_ bytes: [UInt8], headers: Scenario.Headers) {
        self.bytes = bytes
        let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { $0 != "identity" && !$0.isEmpty }
        guard !codings.isEmpty, !bytes.isEmpty else { return }
        for (index, coding) in codings.enumerated().reversed() {
            guard let decoded = Self.decoded(self.bytes, coding) else {
                // If the body is text, it was never encoded, although the header says that it was.
                isTruncated = false
                guard bytes.text == nil else {
                    self.bytes = bytes
                    removed = codings.joined(separator: ", ")
                    return
                }
                // No value of Content-Encoding would describe a partly decoded body.
                self.bytes = bytes
                remaining = codings.joined(separator: ", ")
                removed = nil
                return
            }
            self.bytes = decoded.bytes
            isTruncated = isTruncated || !decoded.isComplete
            removed = codings[index...].joined(separator: ", ")
        }
    }

    /// - Returns: the decoded data, or its beginning if the data is truncated or corrupt; nil for an unsupported coding
    ///   and for data that is not encoded.
    private static func decoded(_ bytes: [UInt8], _ coding: String) -> Decompressor.Inflated? {
        guard let system = Decompressor.shared else { return nil }
        let result: Decompressor.Inflated?
        switch coding {
        case "gzip", "x-gzip": result = system.decompressed(bytes, limit: limit)
        case "deflate":
            // `deflate` means the zlib format, but some servers send raw deflate data.
            let zlib = system.decompressed(bytes, limit: limit)
            let raw = zlib?.isComplete == true ? nil : system.decompressed(bytes, limit: limit, raw: true)
            result = raw?.isComplete == true ? raw : zlib ?? raw
        default: return nil
        }
        // The beginning of a text can look like compressed data, which then cannot be decoded to its end.
        return result?.isComplete == false && bytes.text != nil ? nil : result
    }
}
