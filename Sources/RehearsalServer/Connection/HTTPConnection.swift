import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// A connection of a client, owned by one event loop.
final class HTTPConnection {
    let descriptor: Int32
    private(set) var session: Session
    /// The time by which the session is ahead of the system clock, in nanoseconds.
    private(set) var timeOffset: Int64 = 0
    /// The session that owns the shared port; nil for a port that is not shared.
    let portOwner: Session?
    /// The scenario run that decided the open exchange or, between exchanges, the last one.
    private(set) var run: ScenarioRun { didSet { unretainedRun = .passUnretained(run) } }
    /// The same run, for calls that do not change `run`. It saves a retain and a release, which all loops would share.
    private(set) var unretainedRun: Unmanaged<ScenarioRun>
    /// The index in the loop's ``RepeatedHeads`` of the end of the last head.
    var repeatedHead: UInt8 = 0
    /// The value of the loop's `changes` when `run` was last updated.
    private(set) var seenRunChanges = 0
    /// The index of the connection in the loop's ``SlotTable``.
    let slot: Int32
    /// The slot and its generation, which identify the connection in events of the poller.
    let token: UInt64

    var phase = Phase.head
    private(set) var interest = Interest(reads: false, writes: false)
    /// The time of the next timer event; `phase` determines its meaning.
    var deadline = Int64.max
    /// The remaining wait on a virtual clock, in nanoseconds; `.max` if `deadline` applies.
    private(set) var remainingVirtualWait = Int64.max

    /// The received bytes that are not parsed yet.
    var pending: [UInt8] = []
    var scan = HeadScan()
    /// Whether the client has sent FIN.
    var isReadClosed = false
    /// The number of received bytes that were discarded in the lingering phase.
    var discarded = 0

    /// The journal data of the connection and of its open exchange.
    var record: ExchangeRecord
    /// The time at which the first byte of `pending`, or of the bytes being read, arrived.
    var arrivedAt: Int64 = 0
    /// The time by which the head must be complete.
    var headDeadline: Int64 = 0
    /// Whether the reply waits for its hold to be released.
    var isWaitingForHold = false
    /// Whether the reply being sent is 408.
    private(set) var isTimedOut = false
    var request = Request()
    var body: RequestBody?
    var reply: PreparedReply?
    var sender: ReplySender
    /// The state of faults, scripts and throttled uploads, which most connections do not need.
    private(set) var specialState: SpecialState?

    /// A phase of a connection.
    enum Phase: UInt8 {
        /// The connection waits for a head or reads one.
        case head
        /// The connection reads a body.
        case body
        /// A decided reply waits for its delay, its hold or its closure.
        case waiting
        /// The kernel has not accepted the whole reply yet.
        case writing
        /// The next piece of a streamed reply body is not available yet.
        case streaming
        /// A script pauses the reply, or a fault or a network state delays the next request.
        case pausing
        /// A fault stalls the reply.
        case stalled
        /// The server sends RST once the client's kernel has acknowledged all sent bytes.
        case resetting
        /// The server sent FIN and discards received bytes.
        case lingering
        /// The connection waits for the first message of a TLS handshake.
        case awaitingClientHello
        /// A fault or a network state keeps the server from reading.
        case readingStopped
        case closed
    }

    /// The properties of a request that affect its reply.
    struct Request {
        var isHead = false
        var keepsAlive = true
        var minorVersion = 1

        /// Whether the message to send is equal to the encoded reply, unless that closes the connection.
        @inline(__always) var receivesUnchangedReplies: Bool { !isHead && keepsAlive && minorVersion == 1 }
    }

    init(_ descriptor: Int32, _ session: Session, _ run: ScenarioRun, number: Int, slot: Int32, token: UInt64) {
        self.descriptor = descriptor
        sender = ReplySender(descriptor)
        record = ExchangeRecord(connection: number)
        self.session = session
        portOwner = session.sharedPortSessions == nil ? nil : session
        self.run = run
        unretainedRun = .passUnretained(run)
        self.slot = slot
        self.token = token
    }
}

extension HTTPConnection {
    /// The special state, created on first access.
    var requiredSpecialState: SpecialState {
        if let specialState { return specialState }
        let new = SpecialState()
        specialState = new
        return new
    }

    /// Stores the random source and the pending policy work of a decision, which few decisions have.
    func storeRareParts(_ ruling: ScenarioRun.Decision) {
        guard specialState != nil || ruling.random != nil || ruling.ticket != nil else { return }
        (requiredSpecialState.random, requiredSpecialState.pendingPolicyWork) = (ruling.random, ruling.ticket)
    }

    /// The random source of the exchange.
    var random: RandomSource {
        get { specialState?.random ?? RandomSource(seed: 0, endpoint: 0, request: 0) }
        set { requiredSpecialState.random = newValue }
    }

    /// Whether reading the request's body is paused.
    var isUploadPaused: Bool { specialState?.upload?.isPaused ?? false }
    /// Whether the reply is sent by a script.
    var hasScript: Bool { specialState?.faults.hasScript ?? false }
    /// Whether the last reply scheduled a fault for the idle connection.
    var hasIdleFault: Bool { specialState?.faults.hasIdleFault ?? false }
}

extension HTTPConnection {
    /// Handles events of the poller.
    @inline(__always)
    func handle(_ events: Interest, on loop: EventLoop) {
        if events.writes, phase == .writing { flush(on: loop) }
        if events.reads, phase != .closed, interest.reads { receive(on: loop) }
    }

    /// The number of unparsed bytes at which the server stops reading between a request and its reply.
    private static let maximumPending = 64 << 10

    /// Registers the events that the connection waits for.
    func watch(on loop: EventLoop) {
        let isFull = pending.count >= Self.maximumPending
        let reads = phase == .head || phase == .body || !isFull
        let isReadingStopped = phase == .readingStopped || isUploadPaused
        let interest = Interest(reads: reads && !isReadingStopped && !isReadClosed, writes: phase == .writing)
        guard interest.rawValue != self.interest.rawValue else { return }
        self.interest = interest
        loop.want(interest, for: self)
    }

    /// Starts a wait that the scenario requires, on the virtual clock of the session or else on the system clock.
    func wait(for duration: Int64, on loop: EventLoop) {
        if let clock = session.clock {
            (remainingVirtualWait, deadline) = (max(0, duration), .max)
            clock.wake()
        } else {
            deadline = loop.now &+ duration
            loop.schedule(self)
        }
    }

    /// Shortens the current wait of the scenario after the session's time was advanced.
    ///
    /// - Parameter ahead: the new offset of the session's time from the system clock, in nanoseconds.
    func advance(by duration: Int64, to ahead: Int64, on loop: EventLoop) {
        self.timeOffset = max(self.timeOffset, ahead)
        specialState?.faults.advance(by: duration)
        if remainingVirtualWait != .max {
            remainingVirtualWait -= duration
            guard remainingVirtualWait <= 0 else { return }
            (remainingVirtualWait, deadline) = (.max, loop.now)
            return loop.schedule(self)
        }
        switch phase {
        case .waiting, .pausing:
            guard deadline != .max else { return }
            deadline -= duration
        case .body:
            guard let resumesAt = specialState?.upload?.advance(by: duration) else { return }
            deadline = min(deadline, resumesAt)
        case .head:
            // Between two requests only an idle fault waits for scenario time.
            guard !record.isOpen, specialState?.faults.idleTime != nil else { return }
            deadline -= duration
        default: return
        }
        loop.schedule(self)
    }

    /// Whether the session's wall time is the system's, so that the loop's `date` applies.
    var usesSystemTime: Bool { timeOffset == 0 && !run.time.isVirtual }

    /// Returns the value of `Date` for the session's time.
    func date(on loop: EventLoop) -> [UInt8] {
        usesSystemTime ? Array(loop.date) : HTTPDate.format(session.time.wallMilliseconds / 1_000)
    }

    /// Updates `run`, because the session may have switched to another run since the last request.
    func updateRun(on loop: EventLoop) {
        seenRunChanges = loop.changes
        if let run = loop.run(of: session) { self.run = run }
    }

    /// Starts the idle timeout on the loop that owns the connection.
    func join(_ loop: EventLoop, ahead: Int64) {
        (seenRunChanges, self.timeOffset) = (loop.changes, ahead)
        deadline = loop.now + session.idle
        loop.schedule(self)
    }

    /// Whether the connection can make progress without an advance of virtual time.
    var isBusy: Bool {
        switch phase {
        case .head: !record.isUntouched || !pending.isEmpty
        case .waiting where isWaitingForHold && session.clockAdvancesDuringHolds: false
        case .waiting, .pausing: remainingVirtualWait == .max
        case .body, .writing, .streaming: true
        case .stalled, .readingStopped, .awaitingClientHello, .resetting, .lingering, .closed: false
        }
    }

    /// Whether the connection has no open exchange and waits for a request.
    var isBetweenRequests: Bool { phase == .head && !record.isOpen }

    /// Returns whether the parsed head may belong to another session than that of the last request.
    @inline(__always)
    func mayMove(from portOwner: Session, on loop: EventLoop) -> Bool {
        loop.head.pointee.maySelectSession || session !== portOwner
    }

    /// Moves the connection to another session, which records a new connection.
    ///
    /// - Parameter count: the number of received bytes that are not parsed yet, which the other session counts.
    func move(
        to session: Session,
        carrying count: Int,
        end: Journal.ConnectionEnd = .moved,
        on loop: EventLoop,
    ) {
        let former = self.session
        guard former !== session else { return }
        let sent = record.sent
        let disconnection = record.disconnected(at: loop.now, sent: sent, acknowledged: sent, unused: count)
        former.recordConnectionEnd(record.connection, disconnection, end)
        let (run, ahead) = loop.move(self, from: former, to: session)
        (self.session, self.run, self.timeOffset) = (session, run, ahead)
        record.move(to: session.recordConnectionMovedIn(at: loop.now), carrying: count)
        // Faults that the former session scheduled do not apply to the new session.
        specialState?.faults.leaveSession()
        specialState?.missingSession = nil
    }
}

extension HTTPConnection {
    private static let lingerTime: Int64 = 2_000_000_000
    private static let acknowledgementTime: Int64 = 1_000_000_000
    private static let acknowledgementStep: Int64 = 1_000_000

    /// Records the end of the open exchange, if any.
    func finishExchange(_ end: Journal.End, on loop: EventLoop) {
        guard record.isOpen else { return }
        let (session, record) = (self.session, self.record)
        session.lock.lock()
        if isWaitingForHold, let hold = reply?.hold { session.holds.forget(hold, record.ordinal) }
        if phase == .waiting, reply?.replyClosure != nil {
            let note = "the exchange ended before the closure returned its reply; the reply is dropped"
            session.journal.note(record.ordinal, .violation, note)
        }
        if let ticket = specialState?.pendingPolicyWork { run.latest.state.pointee.policyState?.end(ticket) }
        record.recordEnd(end, written: sender.written, at: loop.now, in: session.journal)
        session.lock.unlock()
        self.record.endExchange(sent: sender.endReply())
        reply = nil
        isTimedOut = false
        isWaitingForHold = false
        specialState?.endExchange()
    }

    /// Records the delay between the time at which an action was due and now.
    private func noteLateness(since due: Int64, on loop: EventLoop) {
        guard session.measuresLateness else { return }
        record.noteLateness(loop.now - due)
    }

    /// Sends FIN and reads until the client's FIN: closing with unread bytes would send RST (RFC 9112 §9.6).
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

    /// Sends RST once the client's kernel has acknowledged all sent bytes, or after a second.
    func awaitAcknowledgement(on loop: EventLoop) {
        let isOver = loop.now - deadline > Self.acknowledgementTime
        if isOver || Socket.unacknowledged(descriptor) == 0 {
            finishExchange(.fault, on: loop)
            record.endConnection(.reset)
            Socket.setReset(descriptor)
            return close(on: loop)
        }
        loop.scheduleTimer(slot, at: loop.now + Self.acknowledgementStep)
    }

    /// Handles the connection's deadline.
    func expire(on loop: EventLoop) {
        guard !receiveBeforeTimeout(on: loop) else { return }
        switch phase {
        case .head:
            if record.isUntouched { return endIdle(on: loop) }
            let pending = self.pending
            timeOut("the head was not complete before the timeout", head: pending, on: loop)
        case .body:
            if waitForUpload(on: loop) { return }
            recordBody(on: loop)
            timeOut("no further byte of the body arrived before the timeout", on: loop)
        case .waiting:
            guard let reply = self.reply else { return }
            noteLateness(since: deadline, on: loop)
            deadline = .max
            start(reply, on: loop)
            proceed(on: loop)
        case .awaitingClientHello: close(on: loop)
        case .pausing: endPause(on: loop)
        case .readingStopped: checkClient(on: loop)
        case .resetting: awaitAcknowledgement(on: loop)
        case .lingering: close(on: loop)
        case .writing, .streaming, .stalled, .closed: break
        }
    }

    /// Reads bytes that have arrived before a timeout takes effect. Returns whether they prevent the timeout.
    private func receiveBeforeTimeout(on loop: EventLoop) -> Bool {
        // A fault takes effect at its time, even if bytes have arrived.
        guard phase == .head || phase == .body, interest.reads,
            !hasIdleFault
        else { return false }
        receive(on: loop)
        let isStillIncomplete = phase == .head || phase == .body
        return !isStillIncomplete || deadline > loop.now
    }

    private func timeOut(_ reason: String, head: [UInt8] = [], on loop: EventLoop) {
        isTimedOut = true
        head.withUnsafeBytes { refuse(Violation(408, "RFC 9110 §15.5.9: \(reason)"), head: $0, on: loop) }
    }

    /// Closes the connection after the client closed its side during an exchange.
    func closeAfterClientClose(on loop: EventLoop) {
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
        let disconnection = record.disconnected(at: loop.now, sent: sent, acknowledged: acknowledged)
        loop.remove(self)
        session.connectionClosed(record.connection, disconnection, record.end, countedBy: portOwner)
    }
}
