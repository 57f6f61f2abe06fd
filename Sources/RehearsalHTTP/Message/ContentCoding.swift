package import Rehearsal
import RehearsalPlatform

/// Takes content codings off bodies (RFC 9110 §8.4.1), so that they can be read.
package struct ContentCoding {
    package var bytes: [UInt8]
    /// What is still on the bytes; nil if nothing is.
    package var remaining: String?
    /// What was taken off; nil if nothing was.
    package var removed: String?
    /// Whether only the beginning of the body could be decoded, since the coded one is cut off or broken.
    package var isCut = false

    /// What a body may have after decoding.
    package static let limit = 256 << 20

    package init(_ bytes: [UInt8], headers: Scenario.Headers) {
        self.bytes = bytes
        let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { $0 != "identity" && !$0.isEmpty }
        guard !codings.isEmpty, !bytes.isEmpty else { return }
        for (index, coding) in codings.enumerated().reversed() {
            guard let decoded = Self.decoded(self.bytes, coding) else {
                // What can be read was never encoded, whatever its header says.
                isCut = false
                guard bytes.text == nil else {
                    self.bytes = bytes
                    removed = codings.joined(separator: ", ")
                    return
                }
                // A body with half of its codings fits no header.
                self.bytes = bytes
                remaining = codings.joined(separator: ", ")
                removed = nil
                return
            }
            self.bytes = decoded.bytes
            isCut = isCut || !decoded.isWhole
            removed = codings[index...].joined(separator: ", ")
        }
    }

    /// - Returns: nil for what has another coding, or none: of what is cut off or broken, what can be read of it.
    private static func decoded(_ bytes: [UInt8], _ coding: String) -> Inflating.Inflated? {
        guard let system = Inflating.system else { return nil }
        let found: Inflating.Inflated?
        switch coding {
        case "gzip", "x-gzip": found = system.inflated(bytes, limit: limit)
        case "deflate":
            // Named after zlib's form, and sent by some without it.
            let usual = system.inflated(bytes, limit: limit)
            let raw = usual?.isWhole == true ? nil : system.inflated(bytes, limit: limit, raw: true)
            found = raw?.isWhole == true ? raw : usual ?? raw
        default: return nil
        }
        // A few letters may begin like a stream, and are none.
        return found?.isWhole == false && bytes.text != nil ? nil : found
    }
}
