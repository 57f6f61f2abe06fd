import Rehearsal
import RehearsalPlatform

extension WireReply {
    /// Whether the client can decode gzip, which requires zlib.
    static var acceptsGZip: Bool { Decompressor.shared != nil }

    /// The maximum length of a decoded body in bytes.
    private static let limit = 64 << 20

    /// Returns the reply with its body decoded (RFC 9110 §8.4).
    ///
    /// - Throws: ``WireFailure/undecodable`` for corrupt or truncated data, and for any coding other than gzip.
    func decoded(defect: Defect?) throws(WireFailure) -> WireReply {
        guard let coding = headers["Content-Encoding"] else { return self }
        guard coding == "gzip", let zlib = Decompressor.shared,
            let inflated = zlib.decompressed(body, limit: Self.limit),
            inflated.isComplete || defect == .acceptsCorruptCoding
        else { throw .undecodable }
        var reply = self
        reply.body = inflated.bytes
        return reply
    }
}
