/// A reply as the bytes that go out, made once and sent as often as it is asked for.
///
/// What differs from one sending to the next (the date, what becomes of the connection, whether HEAD asked) is patched
/// in or left out while it is copied.
struct EncodedReply: Sendable {
    let status: Int
    /// The head with its empty line, then the body in its framing.
    let bytes: [UInt8]
    /// Where the body begins.
    let headLength: Int
    /// Where the value of `Date` stands, or -1 if the reply has none of the server's.
    let dateOffset: Int
    /// Whether the connection ends with the reply.
    let closesConnection: Bool
    /// Whether its head says so already.
    let statesClose: Bool

    var bodyLength: Int { bytes.count - headLength }
}
