import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// One connection of a client, owned by the loop that accepted it.
final class HTTPConnection {
    let descriptor: Int32
    private(set) var session: Session
    /// How far the time of its session is ahead, in nanoseconds.
    private(set) var ahead: Int64 = 0
    /// The session whose port it came to, if that is shared; nil for most.
    let front: Session?
    /// What its open exchange, or the last one, was decided by.
    private(set) var play: Play
    /// How many changes of plays its loop had seen when it was asked for that.
    private(set) var seenChanges = 0
    let slot: Int32
    let token: UInt64

    var phase = Phase.head
    private(set) var interest = Interest(reads: false, writes: false)
    /// When the loop looks at it, whatever happens before; what for, `phase` says.
    var deadline = Int64.max
    /// How long it still waits by a virtual clock, in nanoseconds; then `deadline` does not say it.
    private(set) var left = Int64.max

    /// Bytes that were read and not yet used.
    var pending: [UInt8] = []
    var scan = HeadScan()
    /// The peer has said that it sends no more.
    var isReadClosed = false
    /// What lingering has thrown away.
    var discarded = 0

    /// The facts that the journal gets of the connection and of its open exchange.
    var record: ExchangeRecord
    /// When the first of `pending`, or of what is being read, came.
    var arrivedAt: Int64 = 0
    /// When its head has to be complete.
    var headDeadline: Int64 = 0
    /// Its reply waits until it is released.
    var isHeld = false
    /// The reply that is being sent says that the client was too slow.
    private(set) var isTimedOut = false
    var request = Request()
    var body: RequestBody?
    var reply: PreparedReply?
    var sender: ReplySender
    /// What most connections never need: faults, scripts, and uploads that are more than read as they come.
    private(set) var special: SpecialState?

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
        record = ExchangeRecord(connection: number)
        self.session = session
        front = session.neighbors == nil ? nil : session
        self.play = play
        self.slot = slot
        self.token = token
    }
}

extension HTTPConnection {
    /// The special state, created when it is first asked for.
    var made: SpecialState {
        if let special { return special }
        let new = SpecialState()
        special = new
        return new
    }

    /// Keeps the parts of a decision that few exchanges have.
    func adopt(_ ruling: Play.Ruling) {
        guard special != nil || ruling.random != nil || ruling.ticket != nil else { return }
        (made.random, made.ticket) = (ruling.random, ruling.ticket)
    }

    /// The random numbers of the exchange.
    var random: RandomSource {
        get { special?.random ?? RandomSource(seed: 0, endpoint: 0, request: 0) }
        set { made.random = newValue }
    }

    /// Whether reading the request's body is paused.
    var isUploadPaused: Bool { special?.upload?.isPaused ?? false }
    /// Whether the reply is sent by a script.
    var hasScript: Bool { special?.faults.hasScript ?? false }
    /// Whether the last reply left a fault to the connection.
    var hasIdleFault: Bool { special?.faults.hasIdleFault ?? false }
}

extension HTTPConnection {
    /// Unparsed bytes beyond which a connection is not read from.
    private static let mostPending = 64 << 10

    /// Asks the poller for what the connection now waits for.
    func watch(on loop: EventLoop) {
        let isFull = pending.count >= Self.mostPending
        let reads = phase == .head || phase == .body || !isFull
        let isDeaf = phase == .deaf || isUploadPaused
        let interest = Interest(reads: reads && !isDeaf && !isReadClosed, writes: phase == .writing)
        guard interest.rawValue != self.interest.rawValue else { return }
        self.interest = interest
        loop.want(interest, for: self)
    }

    /// Lets the connection wait for a time of its scenario: by this machine's clock, or by a virtual one.
    func wait(for duration: Int64, on loop: EventLoop) {
        if let clock = session.clock {
            (left, deadline) = (max(0, duration), .max)
            clock.stir()
        } else {
            deadline = loop.now &+ duration
            loop.schedule(self)
        }
    }

    /// Brings forward the time that the connection waits for, after the time of its session went ahead.
    ///
    /// - Parameter ahead: how far it is ahead of this machine's then, in nanoseconds.
    func advance(by duration: Int64, to ahead: Int64, on loop: EventLoop) {
        self.ahead = max(self.ahead, ahead)
        special?.faults.advance(by: duration)
        if left != .max {
            left -= duration
            guard left <= 0 else { return }
            (left, deadline) = (.max, loop.now)
            return loop.schedule(self)
        }
        switch phase {
        case .waiting, .pausing:
            guard deadline != .max else { return }
            deadline -= duration
        case .body:
            guard let resumesAt = special?.upload?.advance(by: duration) else { return }
            deadline = min(deadline, resumesAt)
        case .head:
            // Between two requests there is nothing else that waits for a time of the scenario's.
            guard !record.isOpen, special?.faults.idleTime != nil else { return }
            deadline -= duration
        default: return
        }
        loop.schedule(self)
    }

    /// The date as a client of that connection is told it.
    func date(on loop: EventLoop) -> [UInt8] {
        guard ahead != 0 || session.clock != nil else { return loop.date }
        return HTTPDate.format(session.time.wallMilliseconds / 1_000)
    }

    /// Something else may be played than when the connection had its last request.
    func renewPlay(on loop: EventLoop) {
        seenChanges = loop.changes
        if let play = loop.play(of: session) { self.play = play }
    }

    /// Begins to be served by a loop.
    func join(_ loop: EventLoop, ahead: Int64) {
        (seenChanges, self.ahead) = (loop.changes, ahead)
        deadline = loop.now + session.idle
        loop.schedule(self)
    }

    /// Whether something will happen on a connection without any time being let pass.
    var isBusy: Bool {
        switch phase {
        case .head: !record.isUntouched || !pending.isEmpty
        case .waiting, .pausing: left == .max
        case .body, .writing, .streaming: true
        case .stalled, .deaf, .hello, .resetting, .lingering, .closed: false
        }
    }

    /// Whether the connection has no open exchange and waits for a request.
    var isBetweenRequests: Bool { phase == .head && !record.isOpen }

    /// Takes a connection to another session, for which it is a new one.
    ///
    /// - Parameter count: bytes that have come and are not used; they are counted as those of the other session.
    func move(
        to session: Session,
        carrying count: Int,
        end: Journal.ConnectionEnd = .moved,
        on loop: EventLoop,
    ) {
        let former = self.session
        guard former !== session else { return }
        let sent = record.sent
        let gone = record.disconnected(at: loop.now, sent: sent, acknowledged: sent, unused: count)
        former.connectionLeft(record.connection, gone, end)
        let (play, ahead) = loop.move(self, from: former, to: session)
        (self.session, self.play, self.ahead) = (session, play, ahead)
        record.move(to: session.connectionCame(at: loop.now), carrying: count)
        // What the former session left to the connection is none of this one's business.
        special?.faults.leaveSession()
        special?.missingSession = nil
    }
}

extension HTTPConnection {
    private static let lingerTime: Int64 = 2_000_000_000
    private static let acknowledgementTime: Int64 = 1_000_000_000
    private static let acknowledgementStep: Int64 = 1_000_000

    /// Puts the end of the open exchange on record, if there is one.
    func finishExchange(_ end: Journal.End, on loop: EventLoop) {
        guard record.isOpen else { return }
        let (session, record) = (self.session, self.record)
        session.lock.lock()
        if isHeld, let hold = reply?.hold { session.gates.forget(hold, record.ordinal) }
        if phase == .waiting, reply?.answer != nil {
            let note = "the exchange ended before its reply was made, which is dropped"
            session.journal.note(record.ordinal, .violation, note)
        }
        if let ticket = special?.ticket { play.state.pointee.books?.end(ticket) }
        record.enter(end, written: sender.written, at: loop.now, in: session.journal)
        session.lock.unlock()
        self.record.endExchange(sent: sender.endReply())
        reply = nil
        isTimedOut = false
        isHeld = false
        special?.endExchange()
    }

    /// Notes that the loop does now what was due at an instant.
    private func noteLateness(since due: Int64, on loop: EventLoop) {
        guard session.measuresLateness else { return }
        record.noteLateness(loop.now - due)
    }

    /// Sends FIN and reads on until the peer's, so that its last words do not become an RST (RFC 9112 §9.6).
    func linger(on loop: EventLoop) {
        if isReadClosed { return close(on: loop) }
        record.endConnection(.closed)
        Socket.shutdownWrite(descriptor)
        phase = .lingering
        pending = []
        discarded = 0
        deadline = loop.now + Self.lingerTime
        loop.schedule(self)
        watch(on: loop)
    }

    /// Sends RST once everything sent has been acknowledged, or after a second.
    func awaitAcknowledgement(on loop: EventLoop) {
        let isOver = loop.now - deadline > Self.acknowledgementTime
        if isOver || Socket.unacknowledged(descriptor) == 0 {
            finishExchange(.fault, on: loop)
            record.endConnection(.reset)
            Socket.setReset(descriptor)
            return close(on: loop)
        }
        loop.wake(slot, at: loop.now + Self.acknowledgementStep)
    }

    /// The deadline has come.
    func expire(on loop: EventLoop) {
        guard !hasNews(on: loop) else { return }
        switch phase {
        case .head:
            if record.isUntouched { return endIdle(on: loop) }
            let pending = self.pending
            timeOut("the head was not complete in time", head: pending, on: loop)
        case .body:
            if waitForUpload(on: loop) { return }
            enterBody(on: loop)
            timeOut("the body fell silent", on: loop)
        case .waiting:
            guard let reply = self.reply else { return }
            noteLateness(since: deadline, on: loop)
            deadline = .max
            start(reply, on: loop)
            proceed(on: loop)
        case .hello: close(on: loop)
        case .pausing: endPause(on: loop)
        case .deaf: probe(on: loop)
        case .resetting: awaitAcknowledgement(on: loop)
        case .lingering: close(on: loop)
        case .writing, .streaming, .stalled, .closed: break
        }
    }

    /// Whether a client that was taken to be too slow had sent enough, and the loop was too busy to read it.
    private func hasNews(on loop: EventLoop) -> Bool {
        // A fault comes when its time has come, whatever has been sent.
        guard phase == .head || phase == .body, interest.reads,
            !hasIdleFault
        else { return false }
        receive(on: loop)
        let isStillSlow = phase == .head || phase == .body
        return !isStillSlow || deadline > loop.now
    }

    private func timeOut(_ what: String, head: [UInt8] = [], on loop: EventLoop) {
        isTimedOut = true
        head.withUnsafeBytes { refuse(Violation(408, "RFC 9110 §15.5.9: \(what)"), head: $0, on: loop) }
    }

    /// Closes a connection whose client closed it during the exchange.
    func abandon(on loop: EventLoop) {
        finishExchange(.closedByClient, on: loop)
        close(on: loop)
    }

    func close(on loop: EventLoop) {
        guard phase != .closed else { return }
        phase = .closed
        pending = []
        forgetBody(on: loop)
        let sent = record.sent &+ sender.written
        let acknowledged = max(0, sent - Socket.unacknowledged(descriptor))
        let gone = record.disconnected(at: loop.now, sent: sent, acknowledged: acknowledged)
        loop.remove(self)
        session.connectionClosed(record.connection, gone, record.end, countedBy: front)
    }
}
