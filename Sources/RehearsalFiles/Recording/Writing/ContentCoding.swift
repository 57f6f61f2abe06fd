import Rehearsal

/// Takes content codings off bodies (RFC 9110 §8.4.1), so that they can be read.
struct ContentCoding {
    var bytes: [UInt8]
    /// What is still on the bytes; nil if nothing is.
    var remaining: String?
    /// What was taken off; nil if nothing was.
    var removed: String?

    /// What a body may have after decoding.
    static let limit = 256 << 20

    init(_ bytes: [UInt8], headers: Scenario.Headers) {
        self.bytes = bytes
        let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { $0 != "identity" && !$0.isEmpty }
        guard !codings.isEmpty, !bytes.isEmpty else { return }
        for (index, coding) in codings.enumerated().reversed() {
            guard let decoded = Self.decoded(self.bytes, coding) else {
                // A body with half of its codings fits no header.
                self.bytes = bytes
                remaining = codings.joined(separator: ", ")
                removed = nil
                return
            }
            self.bytes = decoded
            removed = codings[index...].joined(separator: ", ")
        }
    }

    private static func decoded(_ bytes: [UInt8], _ coding: String) -> [UInt8]? {
        switch coding {
        case "gzip", "x-gzip": return Inflating.system?.inflated(bytes, limit: limit)
        case "deflate":
            // Named after zlib's form, and sent by some without it.
            return Inflating.system.flatMap {
                $0.inflated(bytes, limit: limit) ?? $0.inflated(bytes, limit: limit, raw: true)
            }
        default: return nil
        }
    }
}
