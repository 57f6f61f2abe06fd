/// A reply as the bytes that go out, made once and sent as often as it is asked for.
///
/// What differs from one sending to the next (the date, what becomes of the connection, whether HEAD asked) is patched
/// in or left out while it is copied. Small, because every request reads it.
struct EncodedReply: Sendable {
    /// The head with its empty line, then the body in its framing.
    let bytes: [UInt8]
    private let storedStatus: Int32
    private let storedHeadLength: Int32
    private let storedDateOffset: Int32
    /// Whether the connection ends with the reply.
    let closesConnection: Bool
    /// Whether it does for no other reason than that nothing else says where the body ends; HEAD gets none.
    let endsWithConnection: Bool
    /// Whether nothing is to be added to its head: it says so already, or it is sent as its author wrote it.
    let statesClose: Bool
    /// The whole is its author's, so that it is the same whatever is asked, HEAD too.
    let isVerbatim: Bool
    /// nil where all of it may be sent at once.
    private let timing: Timing?

    init(
        status: Int,
        bytes: [UInt8],
        headLength: Int,
        dateOffset: Int,
        closesConnection: Bool,
        endsWithConnection: Bool = false,
        statesClose: Bool,
        isVerbatim: Bool = false,
        pauses: [Pause] = [],
        restart: Int? = nil,
    ) {
        self.bytes = bytes
        storedStatus = Int32(truncatingIfNeeded: status)
        storedHeadLength = Int32(truncatingIfNeeded: headLength)
        storedDateOffset = Int32(truncatingIfNeeded: dateOffset)
        self.closesConnection = closesConnection || endsWithConnection
        self.endsWithConnection = endsWithConnection && !closesConnection
        self.statesClose = statesClose
        self.isVerbatim = isVerbatim
        timing = pauses.isEmpty && restart == nil ? nil : Timing(pauses: pauses, restart: restart)
    }

    /// A point in the reply, in bytes from its beginning, and how long nothing is sent there, in nanoseconds.
    struct Pause: Sendable {
        let offset: Int
        let duration: Int64
    }

    private final class Timing: Sendable {
        let pauses: [Pause]
        let restart: Int?

        init(pauses: [Pause], restart: Int?) {
            self.pauses = pauses
            self.restart = restart
        }
    }

    /// Whether the connection ends with the reply as one request gets it.
    func closesConnection(toHead isHead: Bool) -> Bool { closesConnection && !(isHead && endsWithConnection) }

    var status: Int { Int(storedStatus) }
    /// Where the body begins.
    var headLength: Int { Int(storedHeadLength) }
    /// Where the value of `Date` stands, or -1 if the reply has none of the server's.
    var dateOffset: Int { Int(storedDateOffset) }
    var bodyLength: Int { bytes.count - headLength }
    /// Where its sending pauses, in order.
    var pauses: [Pause] { timing?.pauses ?? [] }
    /// Where it goes on when it has been sent, again and again; nil if it ends.
    var restart: Int? { timing?.restart }
}
