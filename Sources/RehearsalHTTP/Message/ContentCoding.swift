package import Rehearsal
import RehearsalPlatform

/// A body with its content codings removed where possible (RFC 9110 §8.4.1).
package struct ContentCoding {
    package var bytes: [UInt8]
    /// The codings that remain; nil if none.
    package var remaining: String?
    /// The removed codings; nil if none.
    package var removed: String?
    /// Whether only the beginning of the body could be decoded, because the coded body is truncated or corrupt.
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
                // A readable text was never encoded, whatever its header says.
                isTruncated = false
                guard bytes.text == nil else {
                    self.bytes = bytes
                    removed = codings.joined(separator: ", ")
                    return
                }
                // A partly decoded body would match no header.
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

    /// - Returns: nil for another coding or for data without one; of truncated or corrupt data, the readable beginning.
    private static func decoded(_ bytes: [UInt8], _ coding: String) -> Decompressor.Inflated? {
        guard let system = Decompressor.shared else { return nil }
        let found: Decompressor.Inflated?
        switch coding {
        case "gzip", "x-gzip": found = system.decompressed(bytes, limit: limit)
        case "deflate":
            // `deflate` means the zlib format, but some servers send raw deflate data.
            let usual = system.decompressed(bytes, limit: limit)
            let raw = usual?.isComplete == true ? nil : system.decompressed(bytes, limit: limit, raw: true)
            found = raw?.isComplete == true ? raw : usual ?? raw
        default: return nil
        }
        // The first letters of a text can resemble the start of a compressed stream.
        return found?.isComplete == false && bytes.text != nil ? nil : found
    }
}
