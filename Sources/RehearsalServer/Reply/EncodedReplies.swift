/// The bytes of the replies of a scenario run, of which equal ones share their memory.
///
/// Many endpoints of a large scenario can have the same reply, which then stays in the caches of the processor.
struct EncodedReplies {
    private var known: Set<Bytes> = []

    /// Bytes that are hashed once, and in one piece. An array hashes each of its elements, each time a set grows.
    private struct Bytes: Hashable {
        let bytes: [UInt8]
        private let hash: Int

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            var hasher = Hasher()
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            hash = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    /// Returns a reply whose bytes are those of an equal reply, if there was one.
    mutating func sharing(_ reply: EncodedReply) -> EncodedReply {
        var reply = reply
        reply.bytes = known.insert(Bytes(reply.bytes)).memberAfterInsert.bytes
        return reply
    }
}
