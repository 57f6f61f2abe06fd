import Rehearsal
import RehearsalPlatform

/// An event loop: a thread that exclusively owns its connections.
final class EventLoop {
    let handle: LoopHandle
    let poller: any Poller
    let slots = SlotTable()
    private var freeSlots: [Int32] = []
    // Only the loop's thread accesses the timers, so that no exclusivity check is needed.
    @exclusivity(unchecked) private var timers = TimerHeap()
    /// The connections closed in this turn, which `dispatch(_:)` may still use.
    private var closedConnections: [HTTPConnection] = []
    /// The commands for the ends of later turns; 1 is the next turn. Only the loop's thread accesses them.
    @exclusivity(unchecked) private var laterCommands: [(turn: Int, command: LoopHandle.Command)] = []
    /// The sessions that are registered on this loop.
    var loopSessions: [ObjectIdentifier: LoopSession] = [:]
    /// The number of times that a session on this loop changed to a newer scenario run.
    var changes = 0
    /// The slots of listeners whose sessions are at their connection limits.
    var listenersAtLimit: Set<Int32> = []
    /// A descriptor that the loop closes to accept and reject connections if no descriptor is free, and then reopens.
    var reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)

    /// The time in nanoseconds of the last ``readClock()``, which is next to each system call for a connection.
    var now = SystemClock.now()
    /// The time at which the next second of the wall clock begins.
    private var nextSecondAt = Int64.min
    /// The value of `Date`, of ``HTTPDate/length`` bytes.
    let date = UnsafeMutableRawBufferPointer.allocate(byteCount: HTTPDate.length, alignment: 8)

    // The following buffers are reused, so that a request allocates none.
    let input = UnsafeMutableRawPointer.allocate(byteCount: EventLoop.inputSize, alignment: 64)
    let output = UnsafeMutableRawPointer.allocate(byteCount: EventLoop.outputSize, alignment: 64)
    let head = UnsafeMutablePointer<RequestHead>.allocate(capacity: 1)
    let scratch = UnsafeMutablePointer<CompiledScenario.MatchBuffers>.allocate(capacity: 1)
    let unmatched = UnmatchedReport()
    let repeatedHeads = RepeatedHeads()

    static let inputSize = 64 << 10
    static let outputSize = 64 << 10

    /// A socket that accepts connections of a session.
    final class Listener {
        var socket: ListeningSockets.Socket
        let session: Session
        let slot: Int32
        let token: UInt64
        /// The time at which accepting resumes; `.max` while it is not paused.
        var resumesAt = Int64.max
        /// The network states that apply to connections; nil if connections are served normally.
        var network: NetworkSimulation?
        /// The index of the network state that was applied last; -1 before the first.
        var stateIndex = -1
        /// The time of the next timed network change; `.max` for none.
        var changesAt = Int64.max

        init(_ socket: ListeningSockets.Socket, _ session: Session, slot: Int32, token: UInt64) {
            self.socket = socket
            self.session = session
            self.slot = slot
            self.token = token
        }
    }

    /// The state of a session on one loop.
    struct LoopSession {
        /// The scenario run that decides the next requests on this loop.
        var run: ScenarioRun
        /// The time by which the session is ahead of the system clock, in nanoseconds.
        var ahead: Int64 = 0
        /// The number of bytes kept of its incomplete request bodies.
        var arrivingBytes = 0
        /// The slots of its connections and listeners.
        var slots: Set<Int32> = []
    }

    init(_ handle: LoopHandle, _ kind: PollerKind) throws(SystemError) {
        self.handle = handle
        poller = try kind.make()
        handle.waits.follow(poller)
        // Slot 0 belongs to the wake descriptor.
        slots.append()
        head.initialize(to: RequestHead())
        scratch.initialize(to: CompiledScenario.MatchBuffers())
        poller.setInterest(.read, of: handle.wakeReader, token: 0)
    }

    deinit {
        head.deinitialize(count: 1).deallocate()
        scratch.deinitialize(count: 1).deallocate()
        input.deallocate()
        output.deallocate()
        date.deallocate()
        if reserve >= 0 { Socket.close(reserve) }
    }

    /// Runs until the process ends.
    func run() {
        while true {
            let commandCount = laterCommands.count
            // With later commands, the loop continues at once and so is not idle.
            if commandCount == 0 { handle.waits.begin() }
            let ready = poller.wait(until: commandCount == 0 ? timers.earliest : 0)
            if commandCount == 0 { handle.waits.end() }
            let lastTurn = now
            for readiness in ready { dispatch(readiness) }
            if commandCount > 0 { runLaterCommands(commandCount) }
            // Most events read the clock, but an event of a closed connection does not, for example.
            if now == lastTurn { readClock() }
            fireTimers()
            if !closedConnections.isEmpty { closedConnections = [] }
        }
    }

    /// Runs a command at the end of one of the next turns; 1 is the next one.
    func run(_ command: @escaping LoopHandle.Command, inTurn turn: Int) {
        laterCommands.append((turn, command))
    }

    /// Takes the first later commands. Runs those that are due, and keeps the others for one turn less.
    @inline(never)
    private func runLaterCommands(_ count: Int) {
        let commands = laterCommands.prefix(count)
        laterCommands.removeFirst(count)
        for (turn, command) in commands {
            if turn > 1 { run(command, inTurn: turn - 1) } else { command(self) }
        }
    }

    /// Updates the time, and the value of `Date` at the start of each second.
    @inline(__always)
    func readClock() {
        now = SystemClock.now()
        if now >= nextSecondAt { updateDate() }
    }

    @inline(never)
    private func updateDate() {
        let second: Int64 = 1_000_000_000
        let wallTime = SystemClock.wallNanoseconds()
        nextSecondAt = now + second - wallTime % second
        date.copyBytes(from: HTTPDate.format(wallTime / second))
    }

    private func dispatch(_ readiness: Readiness) {
        let index = Int(readiness.token & 0xffff_ffff)
        guard slots[index].generation == UInt32(readiness.token >> 32) else { return }
        if let connection = slots[index].unretainedConnection {
            return connection._withUnsafeGuaranteedRef { $0.handle(readiness.interest, on: self) }
        }
        readClock()
        if let listener = slots[index].listener {
            accept(listener)
        } else if index == 0 {
            for command in handle.takeCommands() { command(self) }
        }
    }

    private func fireTimers() {
        // `now` may advance during this loop. A timer that is due later than `turn` fires in the next turn.
        let turn = now
        guard timers.earliest <= turn else { return }
        while let timer = timers.pop(notAfter: turn) {
            let index = Int(timer.slot)
            guard slots[index].timerAt == timer.time else { continue }
            slots[index].timerAt = slots[index].laterAt
            slots[index].laterAt = .max
            if let connection = slots[index].connection {
                if connection.deadline <= now { connection.expire(on: self) } else { schedule(connection) }
            } else if let listener = slots[index].listener {
                fire(listener)
            }
        }
    }

    /// Handles a due timer of a listener.
    private func fire(_ listener: Listener) {
        if listener.resumesAt <= now {
            listener.resumesAt = .max
            poller.setInterest(.read, of: listener.socket.descriptor, token: listener.token)
        }
        if listener.changesAt <= now { applyNetworkState(listener) }
        let next = min(listener.resumesAt, listener.changesAt)
        if next != .max { scheduleTimer(listener.slot, at: next) }
    }

    /// Schedules a timer for the connection's deadline.
    func schedule(_ connection: HTTPConnection) {
        scheduleTimer(connection.slot, at: connection.deadline)
    }

    /// Schedules a timer of a slot.
    func scheduleTimer(_ slot: Int32, at time: Int64) {
        let index = Int(slot)
        guard time < slots[index].timerAt else { return }
        if slots[index].laterAt == .max { slots[index].laterAt = slots[index].timerAt }
        slots[index].timerAt = time
        timers.push(TimerHeap.Entry(time: time, slot: slot))
    }

    /// Reserves a free slot. Returns it with a token that differs from the tokens of its previous users.
    func takeSlot() -> (slot: Int32, token: UInt64) {
        let slot: Int32
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = Int32(slots.count)
            slots.append()
        }
        slots[Int(slot)].generation &+= 1
        return (slot, UInt64(slots[Int(slot)].generation) << 32 | UInt64(UInt32(bitPattern: slot)))
    }

    /// Frees a slot, which invalidates its token.
    func freeSlot(_ slot: Int32) {
        if let connection = slots[Int(slot)].connection { closedConnections.append(connection) }
        slots[Int(slot)].connection = nil
        slots[Int(slot)].listener = nil
        slots[Int(slot)].generation &+= 1
        freeSlots.append(slot)
    }

    /// Returns the connection of an open exchange; nil if the exchange has ended.
    func connection(_ token: UInt64, _ ordinal: Int, _ session: Session) -> HTTPConnection? {
        let slot = Int(token & 0xffff_ffff)
        guard slots[slot].generation == UInt32(token >> 32), let connection = slots[slot].connection,
            connection.record.ordinal == ordinal, connection.session === session
        else { return nil }
        return connection
    }

    /// Sends a reply whose hold was released.
    func release(_ token: UInt64, _ ordinal: Int, of session: Session) {
        connection(token, ordinal, session)?.release(on: self)
    }

    /// Sets the events that the poller reports for a connection.
    func want(_ interest: Interest, for connection: HTTPConnection) {
        poller.setInterest(interest, of: connection.descriptor, token: connection.token)
    }

    /// Returns the scenario run that decides the next requests of a session on this loop.
    func run(of session: Session) -> ScenarioRun? { loopSessions[ObjectIdentifier(session)]?.run }

    /// Returns the number of bytes kept of a session's incomplete request bodies.
    func arrivingBytes(of session: Session) -> Int { loopSessions[ObjectIdentifier(session)]?.arrivingBytes ?? 0 }

    /// Changes the number of bytes kept of a session's incomplete request bodies by a positive or negative count.
    func countArriving(_ count: Int, of session: Session) {
        loopSessions[ObjectIdentifier(session)]?.arrivingBytes += count
    }

    /// Moves a connection between sessions. Returns the scenario run and the time offset of its new session.
    func move(_ connection: HTTPConnection, from former: Session, to session: Session) -> (
        run: ScenarioRun, ahead: Int64
    ) {
        loopSessions[ObjectIdentifier(former)]?.slots.remove(connection.slot)
        register(session, session.run)
        loopSessions[ObjectIdentifier(session)]?.slots.insert(connection.slot)
        let entry = loopSessions[ObjectIdentifier(session)]
        return (entry?.run ?? session.run, entry?.ahead ?? 0)
    }

    /// Closes the descriptor of a connection and frees its slot.
    func remove(_ connection: HTTPConnection) {
        poller.remove(connection.descriptor)
        Socket.close(connection.descriptor)
        loopSessions[ObjectIdentifier(connection.session)]?.slots.remove(connection.slot)
        freeSlot(connection.slot)
    }
}

extension EventLoop {
    /// Advances the time of a session: shortens the waits of its connections and network states on this loop.
    ///
    /// - Parameter ahead: the new offset of the session's time from the system clock, in nanoseconds.
    func advance(_ session: Session, by duration: Int64, to ahead: Int64) {
        now = SystemClock.now()
        guard let entry = loopSessions[ObjectIdentifier(session)] else { return }
        loopSessions[ObjectIdentifier(session)]?.ahead = max(entry.ahead, ahead)
        var networks: [NetworkSimulation] = []
        for slot in entry.slots.sorted() {
            if let connection = slots[Int(slot)].connection {
                connection.advance(by: duration, to: ahead, on: self)
            } else if let listener = slots[Int(slot)].listener, let network = listener.network {
                guard !networks.contains(where: { $0 === network }) else { continue }
                networks.append(network)
                network.advanceDeadlines(by: duration)
                applyNetworkState(listener)
            }
        }
    }

    /// Returns the activity of a session's connections on this loop.
    func activity(of session: Session) -> IdleSnapshot.SessionActivity {
        var activity = IdleSnapshot.SessionActivity()
        var hasher = Hasher()
        for slot in loopSessions[ObjectIdentifier(session)]?.slots.sorted() ?? [] {
            guard let connection = slots[Int(slot)].connection else { continue }
            hasher.combine(connection.token)
            hasher.combine(connection.phase)
            hasher.combine(connection.record.received)
            hasher.combine(connection.record.sent &+ connection.sender.written)
            hasher.combine(connection.record.exchange)
            activity.isBusy = activity.isBusy || connection.isBusy
            if connection.remainingVirtualWait != .max {
                activity.left = min(activity.left ?? .max, connection.remainingVirtualWait)
            }
        }
        // A connection can have been accepted and closed since the last snapshot.
        let position = session.lock.withLock { session.journal.position }
        hasher.combine(position.chunk)
        hasher.combine(position.offset)
        activity.fingerprint = hasher.finalize()
        return activity
    }
}
