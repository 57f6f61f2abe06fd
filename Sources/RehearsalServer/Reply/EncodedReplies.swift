/// The bytes of the replies of a scenario run, of which equal ones share their memory.
///
/// Many endpoints of a large scenario can have the same reply, which then stays in the caches of the processor.
struct EncodedReplies {
    private var known: Set<Bytes> = []

    /// Bytes that are hashed in one piece. An array hashes each of its elements.
    private struct Bytes: Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// Returns a reply whose bytes are those of an equal reply, if there was one.
    mutating func sharing(_ reply: EncodedReply) -> EncodedReply {
        var reply = reply
        reply.bytes = known.insert(Bytes(bytes: reply.bytes)).memberAfterInsert.bytes
        return reply
    }
}
