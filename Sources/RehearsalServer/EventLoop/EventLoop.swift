import Rehearsal
import RehearsalPlatform

/// A thread's loop over the connections that it owns: nothing else touches them.
final class EventLoop {
    let handle: LoopHandle
    let poller: any Poller
    let slots = SlotTable()
    private var freeSlots: [Int32] = []
    private var timers = TimerHeap()
    /// The connections of each session, by slot.
    var members: [ObjectIdentifier: Member] = [:]
    /// How often any of its sessions has begun to play something else.
    var changes = 0
    /// Listeners that pause because their sessions have as many connections as they may have, by slot.
    var crowded: Set<Int32> = []
    /// Given up for a moment when there are no descriptors left, so that a client can be turned away.
    var reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)

    /// The clock as of this turn.
    var now = SystemClock.now()
    private var dateSecond: Int64 = 0
    var date: [UInt8] = []

    /// Memory used again and again, so that a request costs none of its own.
    let input = UnsafeMutableRawPointer.allocate(byteCount: EventLoop.inputSize, alignment: 64)
    let output = UnsafeMutableRawPointer.allocate(byteCount: EventLoop.outputSize, alignment: 64)
    let head = UnsafeMutablePointer<RequestHead>.allocate(capacity: 1)
    let scratch = UnsafeMutablePointer<Playbook.Scratch>.allocate(capacity: 1)

    static let inputSize = 64 << 10
    static let outputSize = 64 << 10

    /// A socket on which connections of a session arrive.
    final class Listener {
        var socket: Listening.Socket
        let session: Session
        let slot: Int32
        let token: UInt64
        /// When accepting goes on after a pause.
        var resumesAt = Int64.max
        /// What the network does to connections; nil where they are just served.
        var network: NetworkPlay?
        /// The state of the network that it is in.
        var stateIndex = -1
        /// When the network changes by itself.
        var changesAt = Int64.max

        init(_ socket: Listening.Socket, _ session: Session, slot: Int32, token: UInt64) {
            self.socket = socket
            self.session = session
            self.slot = slot
            self.token = token
        }
    }

    /// A session as far as this loop has to do with it.
    struct Member {
        /// What the next requests on this loop are decided by.
        var play: Play
        /// How far its time is ahead, in nanoseconds.
        var ahead: Int64 = 0
        /// What is kept of its incomplete request bodies, in bytes.
        var arrivingBytes = 0
        /// Its connections and listeners here.
        var slots: Set<Int32> = []
    }

    init(_ handle: LoopHandle, _ kind: PollerKind) throws(SystemError) {
        self.handle = handle
        poller = try kind.make()
        // Slot 0 is the wake descriptor's.
        slots.append()
        head.initialize(to: RequestHead())
        scratch.initialize(to: Playbook.Scratch())
        poller.want(.read, of: handle.wakeReader, token: 0)
    }

    deinit {
        head.deinitialize(count: 1).deallocate()
        scratch.deinitialize(count: 1).deallocate()
        input.deallocate()
        output.deallocate()
        if reserve >= 0 { Socket.close(reserve) }
    }

    /// Runs for ever: loops are shared, and end with the process.
    func run() {
        // Local, because no other code may access it: a property would be checked for that at each turn.
        var ready: [Readiness] = []
        while true {
            let wait = timers.earliest.map { max(0, $0 - SystemClock.now()) } ?? -1
            ready.removeAll(keepingCapacity: true)
            poller.wait(nanoseconds: wait, into: &ready)
            turn()
            for index in ready.indices { dispatch(ready[index]) }
            fireTimers()
        }
    }

    private func turn() {
        now = SystemClock.now()
        let second = SystemClock.wallSeconds()
        if second != dateSecond {
            dateSecond = second
            date = HTTPDate.format(second)
        }
    }

    private func dispatch(_ readiness: Readiness) {
        let index = Int(readiness.token & 0xffff_ffff)
        if index == 0 {
            for command in handle.takeCommands() { command(self) }
            return
        }
        guard slots[index].generation == UInt32(readiness.token >> 32) else { return }
        if let connection = slots[index].connection {
            if readiness.interest.writes, connection.phase == .writing { connection.flush(on: self) }
            if readiness.interest.reads, connection.phase != .closed, connection.interest.reads {
                connection.receive(on: self)
            }
        } else if let listener = slots[index].listener {
            accept(listener)
        }
    }

    private func fireTimers() {
        // What asks to be looked at again at once is looked at in the next turn, after those that have become ready.
        let turn = now
        guard let earliest = timers.earliest, earliest <= turn else { return }
        while let entry = timers.pop(notAfter: turn) {
            let index = Int(entry.slot)
            guard slots[index].timerAt == entry.time else { continue }
            slots[index].timerAt = slots[index].laterAt
            slots[index].laterAt = .max
            if let connection = slots[index].connection {
                if connection.deadline <= now { connection.expire(on: self) } else { schedule(connection) }
            } else if let listener = slots[index].listener {
                fire(listener)
            }
        }
    }

    /// A time has come that a listener has waited for.
    private func fire(_ listener: Listener) {
        if listener.resumesAt <= now {
            listener.resumesAt = .max
            poller.want(.read, of: listener.socket.descriptor, token: listener.token)
        }
        if listener.changesAt <= now { follow(listener) }
        let next = min(listener.resumesAt, listener.changesAt)
        if next != .max { wake(listener.slot, at: next) }
    }

    /// Makes sure that a connection is looked at no later than its deadline.
    func schedule(_ connection: HTTPConnection) {
        wake(connection.slot, at: connection.deadline)
    }

    func wake(_ slot: Int32, at time: Int64) {
        let index = Int(slot)
        guard time < slots[index].timerAt else { return }
        if slots[index].laterAt == .max { slots[index].laterAt = slots[index].timerAt }
        slots[index].timerAt = time
        timers.push(TimerHeap.Entry(time: time, slot: slot))
    }

    /// A free slot and the token that tells its new owner from the ones before.
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

    func giveBack(_ slot: Int32) {
        slots[Int(slot)].connection = nil
        slots[Int(slot)].listener = nil
        slots[Int(slot)].generation &+= 1
        freeSlots.append(slot)
    }

    /// The connection of an exchange that is still open.
    func connection(_ token: UInt64, _ ordinal: Int, _ session: Session) -> HTTPConnection? {
        let slot = Int(token & 0xffff_ffff)
        guard slots[slot].generation == UInt32(token >> 32), let connection = slots[slot].connection,
            connection.record.ordinal == ordinal, connection.session === session
        else { return nil }
        return connection
    }

    /// Sends a reply that was held until now.
    func release(_ token: UInt64, _ ordinal: Int, of session: Session) {
        connection(token, ordinal, session)?.release(on: self)
    }

    /// Asks the poller for events of a connection.
    func want(_ interest: Interest, for connection: HTTPConnection) {
        poller.want(interest, of: connection.descriptor, token: connection.token)
    }

    /// The play by which the next requests of a session are decided on this loop.
    func play(of session: Session) -> Play? { members[ObjectIdentifier(session)]?.play }

    /// The bytes that are kept of incomplete request bodies of a session.
    func arrivingBytes(of session: Session) -> Int { members[ObjectIdentifier(session)]?.arrivingBytes ?? 0 }

    /// Adds to the bytes that are kept of incomplete request bodies of a session.
    func countArriving(_ count: Int, of session: Session) {
        members[ObjectIdentifier(session)]?.arrivingBytes += count
    }

    /// Counts a connection among those of another session, and returns by what that is decided, and its time.
    func move(_ connection: HTTPConnection, from former: Session, to session: Session) -> (play: Play, ahead: Int64) {
        members[ObjectIdentifier(former)]?.slots.remove(connection.slot)
        welcome(session, session.play)
        members[ObjectIdentifier(session)]?.slots.insert(connection.slot)
        let member = members[ObjectIdentifier(session)]
        return (member?.play ?? session.play, member?.ahead ?? 0)
    }

    /// Closes the descriptor of a connection, and forgets the connection.
    func remove(_ connection: HTTPConnection) {
        poller.forget(connection.descriptor)
        Socket.close(connection.descriptor)
        members[ObjectIdentifier(connection.session)]?.slots.remove(connection.slot)
        giveBack(connection.slot)
    }

    /// The time of a session goes ahead: whatever waits for a time on this loop waits that much less.
    ///
    /// - Parameter ahead: how far it is ahead of this machine's then, in nanoseconds.
    func advance(_ session: Session, by duration: Int64, to ahead: Int64) {
        now = SystemClock.now()
        guard let member = members[ObjectIdentifier(session)] else { return }
        members[ObjectIdentifier(session)]?.ahead = max(member.ahead, ahead)
        var networks: [NetworkPlay] = []
        for slot in member.slots.sorted() {
            if let connection = slots[Int(slot)].connection {
                connection.advance(by: duration, to: ahead, on: self)
            } else if let listener = slots[Int(slot)].listener, let network = listener.network {
                guard !networks.contains(where: { $0 === network }) else { continue }
                networks.append(network)
                network.hurry(by: duration)
                follow(listener)
            }
        }
    }

    /// What the connections of a session are doing on this loop.
    func stillness(of session: Session) -> Stillness.Part {
        var part = Stillness.Part()
        var hasher = Hasher()
        for slot in members[ObjectIdentifier(session)]?.slots.sorted() ?? [] {
            guard let connection = slots[Int(slot)].connection else { continue }
            hasher.combine(connection.token)
            hasher.combine(connection.phase)
            hasher.combine(connection.record.received)
            hasher.combine(connection.record.sent &+ connection.sender.written)
            hasher.combine(connection.record.exchange)
            part.isBusy = part.isBusy || connection.isBusy
            if connection.left != .max { part.left = min(part.left ?? .max, connection.left) }
        }
        part.mark = hasher.finalize()
        return part
    }
}
