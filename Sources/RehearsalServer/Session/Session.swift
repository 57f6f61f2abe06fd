import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// A session: a scenario run, its connections and its journal.
///
/// Sessions share only the threads of event loops. One lock guards all mutable state.
final class Session: @unchecked Sendable {
    // Sendable: `currentRun`, `previousRunNames`, `connectionCount`, `openConnections`, `holds`, `isConcluded` and
    // `isJudged` are accessed under `lock`.

    /// The name of the first scenario.
    let name: String
    let limits: Backend.Limits
    let requestLimits: RequestLimits
    let leniency: RequestLeniency
    /// `limits.idle` and `limits.headTimeout` in nanoseconds.
    let (idle, headTimeout): (Int64, Int64)
    /// Whether the journal records by how much the loop was late for each exchange.
    let measuresLateness: Bool
    let encoder: ReplyEncoder
    let lock: Lock
    let journal: JournalStore
    let time: SessionTime
    /// The virtual clock; nil for the system clock.
    let clock: VirtualClock?
    /// The sessions that share its port; nil if the port is not shared.
    let sharedPortSessions: SharedPortSessions?
    /// The loops among which its connections are distributed.
    let loops: [LoopHandle]
    /// The time of the session's start, on the journal's clock.
    let startedAt = SystemClock.now()
    /// The redaction with a salt of this session, so that equal secrets stay recognizable but cannot be guessed.
    let redaction: Redaction

    /// The current scenario run.
    private var currentRun: ScenarioRun
    /// The names of previous runs, which the journal needs.
    private var previousRunNames: [RunNames] = []
    private var connectionCount = 0
    private var openConnections = 0
    /// The holds and their waiting replies; accessed under `lock`.
    var holds: HoldRegistry
    /// Whether a caller has taken responsibility for judging this session; accessed under `lock`.
    var isConcluded = false
    /// Whether a caller has read the findings; accessed under `lock`.
    var isJudged = false

    init(
        _ scenario: Scenario,
        compiledScenario: CompiledScenario,
        origin: String,
        options: Backend.Options,
        loops: [LoopHandle]
    ) {
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
        let wireCapture = options.replyBytes.map { JournalStore(lock: lock, cap: $0) }
        journal = JournalStore(lock: lock, cap: options.journalBytes, wireCapture: wireCapture)
        self.loops = loops
        sharedPortSessions = options.sharesPort ? SharedPortSessions() : nil
        holds = HoldRegistry(compiledScenario)
        clock = options.clock
        time = SessionTime(isVirtual: options.clock != nil)
        currentRun = ScenarioRun(scenario, compiledScenario, number: 0, journal: journal, encoder: encoder, time: time)
        clock?.waiters.join(self)
    }

    /// The current scenario run; the caller does not hold the lock.
    var run: ScenarioRun { lock.withLock { currentRun } }

    /// Returns the names of a run; nil for an unknown number.
    func names(ofPlay number: Int32) -> RunNames? {
        let former = lock.withLock {
            previousRunNames.indices.contains(Int(number)) ? previousRunNames[Int(number)] : nil
        }
        if let former { return former }
        let play = run
        return play.number == number ? play.names : nil
    }

    /// Starts a run of another scenario and sends all held replies.
    func startRun(_ scenario: Scenario, _ compiledScenario: CompiledScenario) -> ScenarioRun {
        // Created before the lock is taken, because it takes long.
        _ = run.names
        let (play, held) = lock.withLock {
            previousRunNames.append(currentRun.names)
            let number = previousRunNames.count
            let play = ScenarioRun(
                scenario,
                compiledScenario,
                number: number,
                journal: journal,
                encoder: encoder,
                time: time
            )
            currentRun = play
            journal.runStarted(number, at: SystemClock.now(), scenario.name)
            let held = holds.releaseAll()
            holds = HoldRegistry(compiledScenario)
            return (play, held)
        }
        send(held)
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

    /// Returns a number for a connection that another session accepted.
    func connectionCame(at now: Int64) -> Int {
        lock.withLock {
            connectionCount += 1
            journal.connected(connectionCount - 1, at: now, .served)
            return connectionCount - 1
        }
    }

    /// Records the end of a connection here that continues in another session.
    func connectionLeft(_ number: Int, _ record: JournalRecord.Disconnected, _ end: Journal.ConnectionEnd) {
        lock.withLock { journal.disconnected(number, record, end) }
    }

    /// Records the end of a connection and counts it as closed.
    ///
    /// - Parameter counter: the session that accepted the connection; nil for this one.
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
        if wasFull { loops[0].submit { $0.resumeAccepting(for: self) } }
    }

    /// Makes a reply wait for its hold, unless its run has been replaced, which released all holds.
    func enqueue(_ hold: Scenario.Hold, _ reply: HoldRegistry.PendingReply, of play: ScenarioRun)
        -> HoldRegistry.HoldResult
    {
        lock.withLock { currentRun === play ? holds.enqueue(hold, reply) : .open(releasing: []) }
    }

    /// Sends replies that were held.
    func send(_ held: [HoldRegistry.PendingReply]) {
        for reply in held { reply.loop.submit { [self] in $0.release(reply.token, reply.ordinal, of: self) } }
    }

    /// Returns the loop for a connection.
    func loop(for connection: Int) -> LoopHandle { loops[connection % loops.count] }

    /// Returns the evidence for a judgement of the current state.
    func evidence() -> VerificationInput {
        let play = run
        let (pieces, forgotten, turns) = lock.withLock {
            (journal.slices(), journal.dropped, play.state.pointee.answeredCounts)
        }
        return VerificationInput(
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
    /// The treatment in the journal's terms.
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
    /// Runs a command on each of the session's loops and blocks until all have run it.
    func onEveryLoop(_ command: @escaping @Sendable (EventLoop) -> Void) {
        let isDone = Locked(false)
        onEveryLoop(command) {
            isDone.withLock { $0 = true }
            isDone.notify()
        }
        isDone.wait { $0 ? () : nil }
    }

    /// Runs a command on each of the session's loops and waits until all have run it.
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

    /// Advances the session's time by nanoseconds, and blocks until its loops have applied it.
    func advance(by nanoseconds: Int64) {
        let (passed, ahead) = time.advance(by: nanoseconds)
        onEveryLoop { [self] in $0.advance(self, by: passed, to: ahead) }
    }

    /// Returns the activity of the session on each of its loops; blocks until all have reported.
    func activity() -> [IdleSnapshot.SessionActivity] {
        let parts = Locked<[IdleSnapshot.SessionActivity]>([])
        onEveryLoop { [self] loop in
            let part = loop.activity(of: self)
            parts.withLock { $0.append(part) }
        }
        return parts.withLock { $0 }
    }

    /// The loop turns after which all bytes that had reached this machine are read.
    ///
    /// One turn may have begun, one accepts a connection, one reads from it and one reports. A client may have closed
    /// the connection before its request is read.
    static let turnsToDrain = 4

    /// Waits until no exchange is open, including requests sent before the call, or the time limit is reached.
    ///
    /// - Returns: whether no exchange is open.
    func settled(within limit: Duration?) async -> Bool {
        for _ in 0..<Self.turnsToDrain { await onEveryLoop { _ in } }
        return await journal.settled(within: limit)
    }
}

extension Session: JournalSource {
    var count: Int { lock.withLock { journal.arrivals } }
    var rejectedConnections: Int { lock.withLock { journal.rejectedConnections } }
    var dropped: Int { lock.withLock { journal.dropped } }

    func entries() -> [Journal.Entry] { read(lock.withLock { journal.slices() }).all }
    func connections() -> [Journal.Connection] { read(lock.withLock { journal.slices() }).connections }
    func marks() -> [Journal.ScenarioSwitch] { read(lock.withLock { journal.slices() }).marks }
    func settled() async { _ = await settled(within: nil) }

    private func read(_ pieces: [JournalStore.ChunkSlice]) -> JournalReader {
        var reader = JournalReader(self)
        for piece in pieces { _ = reader.read(piece) }
        return reader
    }
}
