import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// One running scenario: what it plays, how far it has got, and its journal.
///
/// Sessions share nothing but the threads of event loops. One lock guards everything that changes.
final class Session: @unchecked Sendable {
    // Sendable: `current`, `past`, `connections`, `openConnections`,
    // `gates` and `isConcluded` are reached under `lock`.

    /// Of the scenario that it began with.
    let name: String
    let limits: Backend.Limits
    let requestLimits: RequestLimits
    let leniency: RequestLeniency
    /// `limits.idle` and `limits.headTimeout` in nanoseconds.
    let (idle, headTimeout): (Int64, Int64)
    /// Whether the journal says how late each exchange was handled.
    let measuresLateness: Bool
    let encoder: ReplyEncoder
    let lock: Lock
    let journal: JournalStore
    let time: SessionTime
    /// What it waits by, if not by this machine's clock.
    let clock: VirtualClock?
    /// Those that share its port; nil if it keeps that for itself.
    let neighbors: Neighbors?
    /// The loops that its connections are handed round to.
    let loops: [LoopHandle]
    /// When it began to play.
    let startedAt = SystemClock.now()
    /// Of this run alone, so that equal secrets can be told to be equal and none can be guessed.
    let redaction: Redaction

    /// What it plays.
    private var current: Play
    /// What the journal has to know of what it played before.
    private var past: [PlayedNames] = []
    private var connectionCount = 0
    private var openConnections = 0
    /// Replies that are kept back; reached under `lock`.
    var gates: Gates
    /// Whether somebody has taken it on to judge this run; reached under `lock`.
    var isConcluded = false

    init(_ scenario: Scenario, playbook: Playbook, origin: String, options: Backend.Options, loops: [LoopHandle]) {
        name = scenario.name
        limits = options.limits
        requestLimits = options.limits.ofRequests
        leniency = options.leniency.ofRequests
        (idle, headTimeout) = (options.limits.idle.nanoseconds, options.limits.headTimeout.nanoseconds)
        measuresLateness = options.measuresLateness
        redaction = options.redaction()
        encoder = ReplyEncoder(origin: origin)
        let lock = Lock()
        self.lock = lock
        let tape = options.replyBytes.map { JournalStore(lock: lock, cap: $0) }
        journal = JournalStore(lock: lock, cap: options.journalBytes, tape: tape)
        self.loops = loops
        neighbors = options.sharesPort ? Neighbors() : nil
        gates = Gates(playbook)
        clock = options.clock
        time = SessionTime(isVirtual: options.clock != nil)
        current = Play(scenario, playbook, number: 0, journal: journal, encoder: encoder, time: time)
        clock?.sleepers.join(self)
    }

    /// What it plays; the lock is not held.
    var play: Play { lock.withLock { current } }

    /// How what it played when a decision was made is called.
    func names(ofPlay number: Int32) -> PlayedNames? {
        let former = lock.withLock { past.indices.contains(Int(number)) ? past[Int(number)] : nil }
        if let former { return former }
        let play = play
        return play.number == number ? play.names : nil
    }

    /// Plays another scenario from now on; replies that are held go.
    func play(_ scenario: Scenario, _ playbook: Playbook) -> Play {
        // Made before, so that nobody waits for it.
        _ = play.names
        let (play, held) = lock.withLock {
            past.append(current.names)
            let number = past.count
            let play = Play(
                scenario,
                playbook,
                number: number,
                journal: journal,
                encoder: encoder,
                time: time
            )
            current = play
            journal.played(number, at: SystemClock.now(), scenario.name)
            let held = gates.releaseAll()
            gates = Gates(playbook)
            return (play, held)
        }
        go(held)
        return play
    }

    /// Whether another connection may be accepted.
    var hasRoom: Bool { lock.withLock { openConnections < limits.connections } }

    /// Counts a connection and returns its number.
    func connectionOpened(at now: Int64, _ network: Scenario.Network?) -> Int {
        lock.withLock {
            openConnections += 1
            connectionCount += 1
            journal.connected(connectionCount - 1, at: now, network?.treatment ?? .served)
            return connectionCount - 1
        }
    }

    /// Gives a number to a connection that another session has accepted.
    func connectionCame(at now: Int64) -> Int {
        lock.withLock {
            connectionCount += 1
            journal.connected(connectionCount - 1, at: now, .served)
            return connectionCount - 1
        }
    }

    /// A connection goes on with another session.
    func connectionLeft(_ number: Int, _ record: JournalRecord.Disconnected, _ end: Journal.ConnectionEnd) {
        lock.withLock { journal.disconnected(number, record, end) }
    }

    /// - Parameter counter: the session that accepted it, if that may be another.
    func connectionClosed(
        _ number: Int,
        _ record: JournalRecord.Disconnected,
        _ end: Journal.ConnectionEnd,
        countedBy counter: Session? = nil,
    ) {
        connectionLeft(number, record, end)
        (counter ?? self).connectionGone()
    }

    private func connectionGone() {
        let wasFull = lock.withLock {
            openConnections -= 1
            return openConnections == limits.connections - 1
        }
        if wasFull { loops[0].submit { $0.goOnAccepting(for: self) } }
    }

    /// Keeps a reply back, unless what decided it plays no longer: then those that were held went, and so does this.
    func pass(_ hold: Scenario.Hold, _ reply: Gates.Held, of play: Play) -> Gates.Passage {
        lock.withLock { current === play ? gates.pass(hold, reply) : .open(releasing: []) }
    }

    /// Lets replies go that have been held.
    func go(_ held: [Gates.Held]) {
        for reply in held { reply.loop.submit { [self] in $0.release(reply.token, reply.ordinal, of: self) } }
    }

    /// The loop for the next connection.
    func loop(for connection: Int) -> LoopHandle { loops[connection % loops.count] }

    /// What a judgement of this moment rests on.
    func evidence() -> Evidence {
        let play = play
        let (pieces, forgotten, turns) = lock.withLock {
            (journal.pieces(), journal.dropped, play.state.pointee.turns)
        }
        return Evidence(
            entries: read(pieces).all,
            forgotten: forgotten,
            startedAt: startedAt,
            now: SystemClock.now(),
            turns: turns,
            redaction: redaction
        )
    }
}

extension Scenario.Network {
    /// As the journal records it.
    fileprivate var treatment: JournalRecord.Treatment {
        switch state {
        case .open: .served
        case .refusing: .refusing
        case .resetting: .resetting
        case .closing: .closing
        case .silent: .silent
        case .bytes: .bytes
        case .slow: .slow
        }
    }
}

extension Session {
    /// Blocks until each of its loops has done something.
    func onEveryLoop(_ command: @escaping @Sendable (EventLoop) -> Void) {
        let isDone = Locked(false)
        onEveryLoop(command) {
            isDone.withLock { $0 = true }
            isDone.notify()
        }
        isDone.wait { $0 ? () : nil }
    }

    /// Waits until each of its loops has done something.
    func onEveryLoop(_ command: @escaping @Sendable (EventLoop) -> Void) async {
        await withCheckedContinuation { continuation in
            onEveryLoop(command) { continuation.resume() }
        }
    }

    private func onEveryLoop(
        _ command: @escaping @Sendable (EventLoop) -> Void,
        completion: @escaping @Sendable () -> Void,
    ) {
        let left = Locked(loops.count)
        for loop in loops {
            loop.submit { loop in
                command(loop)
                let isLast = left.withLock {
                    $0 -= 1
                    return $0 == 0
                }
                if isLast { completion() }
            }
        }
    }

    /// Lets so much of its time pass at once, in nanoseconds, and blocks until each of its loops knows.
    func advance(by nanoseconds: Int64) {
        let (passed, ahead) = time.advance(by: nanoseconds)
        onEveryLoop { [self] in $0.advance(self, by: passed, to: ahead) }
    }

    /// What each of its loops is doing for it; blocks until all have said so.
    func stillness() -> [Stillness.Part] {
        let parts = Locked<[Stillness.Part]>([])
        onEveryLoop { [self] loop in
            let part = loop.stillness(of: self)
            parts.withLock { $0.append(part) }
        }
        return parts.withLock { $0 }
    }

    /// Turns after which a loop has taken in all that had reached this machine before: one that had begun, one that
    /// accepts a connection, one that reads from it, one that says so.
    ///
    /// A client that sends and does not wait for an answer may be gone before its request is read.
    static let turnsToCatchUp = 4

    /// Waits until no exchange is open, also of what had been sent before this was called,
    /// or until that time has passed.
    ///
    /// - Returns: whether none is open.
    func settled(within limit: Duration?) async -> Bool {
        for _ in 0..<Self.turnsToCatchUp { await onEveryLoop { _ in } }
        return await journal.settled(within: limit)
    }
}

extension Session: JournalSource {
    var count: Int { lock.withLock { journal.arrivals } }
    var turnedAway: Int { lock.withLock { journal.turnedAway } }
    var dropped: Int { lock.withLock { journal.dropped } }

    func entries() -> [Journal.Entry] { read(lock.withLock { journal.pieces() }).all }
    func connections() -> [Journal.Connection] { read(lock.withLock { journal.pieces() }).connections }
    func marks() -> [Journal.Mark] { read(lock.withLock { journal.pieces() }).marks }
    func settled() async { _ = await settled(within: nil) }

    private func read(_ pieces: [JournalStore.Piece]) -> JournalReader {
        var reader = JournalReader(self)
        for piece in pieces { _ = reader.read(piece) }
        return reader
    }
}
