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
    /// Whether nothing is to be added to its head: it says so already, or it is sent as its author wrote it.
    let statesClose: Bool
    /// The whole is its author's, so that it is the same whatever is asked, HEAD too.
    var isVerbatim = false
    /// Where its sending pauses, in order.
    var pauses: [Pause] = []
    /// Where it goes on when it has been sent, again and again; nil if it ends.
    var restart: Int?

    /// A point in the reply, in bytes from its beginning, and how long nothing is sent there, in nanoseconds.
    struct Pause: Sendable {
        let offset: Int
        let duration: Int64
    }

    var bodyLength: Int { bytes.count - headLength }
}
