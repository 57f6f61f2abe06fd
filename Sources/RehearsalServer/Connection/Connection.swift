import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// One connection of a client, owned by the loop that accepted it.
final class Connection {
    let descriptor: Int32
    private(set) var session: Session
    /// How far the time of its session is ahead, in nanoseconds.
    var ahead: Int64 = 0
    /// The session whose port it came to, if that is shared; nil for most.
    let front: Session?
    /// What its open exchange, or the last one, was decided by.
    var play: Play
    /// How many changes of plays its loop had seen when it was asked for that.
    var seenChanges = 0
    /// Its place among the connections of its session.
    private(set) var number: Int
    let slot: Int32
    let token: UInt64

    var phase = Phase.head
    var interest: Interest = []
    /// When the loop looks at it, whatever happens before; what for, `phase` says.
    var deadline = Int64.max
    /// How long it still waits by a virtual clock, in nanoseconds; then `deadline` does not say it.
    var left = Int64.max

    /// Bytes that were read and not yet used.
    var pending: [UInt8] = []
    var scan = HeadScan()
    /// The peer has said that it sends no more.
    var isReadClosed = false
    /// What lingering has thrown away.
    var discarded = 0

    /// The exchange that is open, or the next one.
    var exchange = 0
    /// Its ordinal in the journal, or -1 before it is entered.
    var ordinal = -1
    /// Bytes of all its exchanges.
    var received = 0
    var sent = 0
    /// Who ends it, once somebody does.
    var end = Journal.ConnectionEnd.closedByClient
    /// When its first byte was read, or 0.
    var firstByteAt: Int64 = 0
    var peerClosedAt: Int64 = 0
    /// The longest time by which the loop read the open exchange, or sent its reply, too late, in nanoseconds.
    var lateness: Int64 = 0
    /// When the first of `pending`, or of what is being read, came.
    var arrivedAt: Int64 = 0
    /// What came before its head and was passed over: 1 for empty lines, 2 for one that ended in LF alone.
    var leadingLine = 0
    /// When its head has to be complete.
    var headDeadline: Int64 = 0
    /// Its reply waits until it is released.
    var isHeld = false
    /// The reply that is being sent says that the client was too slow.
    var isTimedOut = false
    var request = Request()
    /// The head of a request with a body, kept until the body is there.
    var heldHead: [UInt8] = []
    var body: BodyReader?
    var reply: PreparedReply?
    var sender: ReplySender
    /// What most connections never need: faults, scripts, and uploads that are more than read as they come.
    var special: Special?

    /// What a connection is doing.
    enum Phase: UInt8 {
        /// Waiting for a head, or in the middle of one.
        case head
        case body
        /// A reply is decided and its time has not come, or somebody is making it.
        case waiting
        /// The kernel has not yet taken the whole reply.
        case writing
        /// The body of its reply is made piece by piece, and the next is not there yet.
        case streaming
        /// A script says that nothing is sent for a while, or a fault that the request is looked at later.
        case pausing
        /// A fault says that nothing more is sent.
        case stalled
        /// A reset waits until everything sent has been acknowledged.
        case resetting
        /// FIN has been sent; what still comes is thrown away.
        case lingering
        /// Waiting for the first message of a TLS handshake.
        case hello
        /// A fault says that nothing more is read.
        case deaf
        case closed
    }

    /// What the reply has to know about the request.
    struct Request {
        var isHead = false
        var keepsAlive = true
        var minorVersion = 1
    }

    init(_ descriptor: Int32, _ session: Session, _ play: Play, number: Int, slot: Int32, token: UInt64) {
        self.descriptor = descriptor
        sender = ReplySender(descriptor)
        self.session = session
        front = session.neighbors == nil ? nil : session
        self.play = play
        self.number = number
        self.slot = slot
        self.token = token
    }

    /// Belongs to another session from its next exchange on.
    func move(to session: Session, _ play: Play, number: Int) {
        (self.session, self.play, self.number) = (session, play, number)
        (exchange, sent) = (0, 0)
    }
}
