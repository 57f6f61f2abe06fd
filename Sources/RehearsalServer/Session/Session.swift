import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// A session: a scenario run, its connections and its journal.
///
/// Sessions share only the threads of event loops. One lock guards all mutable state.
final class Session: @unchecked Sendable {
    // Sendable: `currentRun`, `previousRunNames`, `connectionCount`, `openConnections`, `holds`, `isConcluded`,
    // `isJudged` and `isStopped` are accessed under `lock`.

    /// The name of the scenario that the session started with.
    let name: String
    let limits: Backend.Limits
    let requestLimits: RequestLimits
    let leniency: RequestLeniency
    /// `limits.idle` and `limits.headTimeout` in nanoseconds.
    let (idle, headTimeout): (Int64, Int64)
    /// Whether the journal records the delay that the loop caused in each exchange.
    let measuresLateness: Bool
    /// Whether the virtual clock advances although a reply waits for its hold.
    let clockAdvancesDuringHolds: Bool
    let encoder: ReplyEncoder
    let lock: Lock
    let journal: JournalStore
    let time: SessionTime
    /// The virtual clock; nil for the system clock.
    let clock: VirtualClock?
    /// The sessions that share the port of this session; nil if it shares none.
    let sharedPortSessions: SharedPortSessions?
    /// The loops among which the session distributes its connections.
    let loops: [LoopHandle]
    /// The capture of replies that readers of the session request.
    let captureChanges = Locked(ReplyCapture())
    /// The time of the session's start, on the journal's clock.
    let startedAt = SystemClock.now()
    /// The redaction of this session. Its salt makes equal secrets recognizable, and keeps them from being guessed.
    let redaction: Redaction

    /// The current scenario run.
    private var currentRun: ScenarioRun
    /// The names of the endpoints and faults of previous runs, for reading the journal.
    private var previousRunNames: [RunNames] = []
    private var connectionCount = 0
    private var openConnections = 0
    /// The holds and their waiting replies; accessed under `lock`.
    var holds: HoldRegistry
    /// Whether a call of ``Backend/takeConclusion()`` has made its caller report the findings; accessed under `lock`.
    var isConcluded = false
    /// Whether a caller has read the findings; accessed under `lock`.
    var isJudged = false
    /// Whether the loops have been told to end the session; accessed under `lock`.
    var isStopped = false

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
        clockAdvancesDuringHolds = options.clockAdvancesDuringHolds
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

    deinit { currentRun.history?.latest = nil }

    /// The current scenario run. The caller must not hold the lock.
    var run: ScenarioRun { lock.withLock { currentRun } }

    /// Returns the names of the endpoints and faults of a run; nil for an unknown number.
    func names(ofRun number: Int32) -> RunNames? {
        let previous = lock.withLock {
            previousRunNames.indices.contains(Int(number)) ? previousRunNames[Int(number)] : nil
        }
        if let previous { return previous }
        let current = run
        return current.number == number ? current.names : nil
    }

    /// Starts a run of another scenario, and sends all replies that wait for a hold.
    func startRun(_ scenario: Scenario, _ compiledScenario: CompiledScenario) -> ScenarioRun {
        // The names are created here, because that takes too long while the lock is held.
        _ = run.names
        let (newRun, released) = lock.withLock {
            currentRun.history?.latest = nil
            let newRun = switchRun(to: scenario, compiledScenario, named: scenario.name)
            let released = holds.releaseAll()
            holds = HoldRegistry(compiledScenario)
            return (newRun, released)
        }
        send(released)
        return newRun
    }

    /// Continues a run with a changed scenario. Replies continue to wait for their holds.
    ///
    /// - Returns: the run; nil, without an effect, if the run that is continued is not the current one.
    func continueRun(_ scenario: Scenario, _ compiledScenario: CompiledScenario, _ state: ContinuedState)
        -> ScenarioRun?
    {
        lock.withLock {
            guard currentRun === state.previous else { return nil }
            let newRun = switchRun(to: scenario, compiledScenario, named: state.label)
            state.copy(to: newRun)
            holds = HoldRegistry(compiledScenario, continuing: holds)
            return newRun
        }
    }

    /// Makes a new run the current one. The caller must hold the lock.
    private func switchRun(
        to scenario: Scenario,
        _ compiledScenario: CompiledScenario,
        named name: String,
    ) -> ScenarioRun {
        previousRunNames.append(currentRun.names)
        let number = previousRunNames.count
        currentRun = ScenarioRun(
            scenario,
            compiledScenario,
            number: number,
            journal: journal,
            encoder: encoder,
            time: time
        )
        journal.appendRunStart(number, at: SystemClock.now(), name)
        return currentRun
    }

    /// Whether the number of open connections is below the limit.
    var hasRoom: Bool { lock.withLock { openConnections < limits.connections } }

    /// Counts and records a connection that this session accepted. Returns its number.
    func connectionOpened(at now: Int64, _ network: Scenario.Network?) -> Int {
        lock.withLock {
            openConnections += 1
            connectionCount += 1
            journal.appendConnection(connectionCount - 1, at: now, network?.treatment ?? .served)
            return connectionCount - 1
        }
    }

    /// Records a connection that another session accepted and that moves to this session. Returns its number.
    func recordConnectionMovedIn(at now: Int64) -> Int {
        lock.withLock {
            connectionCount += 1
            journal.appendConnection(connectionCount - 1, at: now, .served)
            return connectionCount - 1
        }
    }

    /// Records the end of a connection in this session, without changing the number of open connections.
    func recordConnectionEnd(_ number: Int, _ record: JournalRecord.Disconnected, _ end: Journal.ConnectionEnd) {
        lock.withLock { journal.appendDisconnection(number, record, end) }
    }

    /// Records the end of a connection, and decreases the number of open connections.
    ///
    /// - Parameter counter: the session that accepted the connection; nil for this session.
    func connectionClosed(
        _ number: Int,
        _ record: JournalRecord.Disconnected,
        _ end: Journal.ConnectionEnd,
        countedBy counter: Session? = nil,
    ) {
        recordConnectionEnd(number, record, end)
        (counter ?? self).decreaseOpenConnections()
    }

    private func decreaseOpenConnections() {
        let wasFull = lock.withLock {
            openConnections -= 1
            return openConnections == limits.connections - 1
        }
        if wasFull { loops[0].submit { $0.resumeAccepting(for: self) } }
    }

    /// Adds a reply to those that wait for a hold. A reply of a previous run does not wait, unless the current run
    /// continues that run.
    func enqueue(_ hold: Scenario.Hold, _ reply: HoldRegistry.PendingReply, of run: ScenarioRun)
        -> HoldRegistry.HoldResult
    {
        lock.withLock { currentRun === run.latest ? holds.enqueue(hold, reply) : .open(releasing: []) }
    }

    /// Sends replies whose hold was released.
    func send(_ replies: [HoldRegistry.PendingReply]) {
        for reply in replies { reply.loop.submit { [self] in $0.release(reply.token, reply.ordinal, of: self) } }
    }

    /// Returns the loop that owns a connection.
    func loop(for connection: Int) -> LoopHandle { loops[connection % loops.count] }

    /// Returns the input for the verification of the scenario's expectations in the current state.
    func evidence() -> VerificationInput {
        let current = run
        let (pieces, discardedCount, counts) = lock.withLock {
            (journal.slices(), journal.dropped, current.state.pointee.answeredCounts)
        }
        return evidence(of: read(pieces).all, discarded: discardedCount, answeredCounts: counts)
    }

    /// Returns the input for a verification, with exchanges that the caller has read.
    ///
    /// - Parameters:
    ///   - discardedCount: the number of exchanges that the journal discarded before they were read.
    ///   - answeredCounts: the number of requests that each endpoint of the verified scenario has answered.
    func evidence(
        of entries: [Journal.Entry],
        discarded discardedCount: Int,
        answeredCounts: [Int],
    ) -> VerificationInput {
        VerificationInput(
            entries: entries,
            droppedEntries: discardedCount,
            startedAt: startedAt,
            now: SystemClock.now(),
            answeredCounts: answeredCounts,
            redaction: redaction
        )
    }
}

extension Scenario.Network {
    /// The value that the journal records for the state.
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
        block { onEveryLoop(command, completion: $0) }
    }

    /// Blocks until the work that a closure starts has called its completion.
    private func block(until start: (_ completion: @escaping @Sendable () -> Void) -> Void) {
        let isDone = Locked(false)
        start {
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

    /// - Parameter turn: the turn of each loop in which it runs the command; 1 is the next one.
    private func onEveryLoop(
        _ command: @escaping @Sendable (EventLoop) -> Void,
        inTurn turn: Int = 1,
        completion: @escaping @Sendable () -> Void,
    ) {
        let remaining = Locked(loops.count)
        for loop in loops {
            loop.submit(inTurn: turn) { loop in
                command(loop)
                let isLast = remaining.withLock {
                    $0 -= 1
                    return $0 == 0
                }
                if isLast { completion() }
            }
        }
    }

    /// Advances the session's time by a number of nanoseconds. Blocks until all loops have applied the change.
    func advance(by nanoseconds: Int64) {
        let (passed, ahead) = time.advance(by: nanoseconds)
        onEveryLoop { [self] in $0.advance(self, by: passed, to: ahead) }
    }

    /// Returns the activity of sessions on each of their loops; blocks until all have reported.
    static func activities(of sessions: [Session]) -> [[IdleSnapshot.SessionActivity]] {
        let none = sessions.map { Array(repeating: IdleSnapshot.SessionActivity(), count: $0.loops.count) }
        let state = Locked((remaining: none.joined().count, activities: none))
        for (index, session) in sessions.enumerated() {
            for (number, loop) in session.loops.enumerated() {
                loop.submit { loop in
                    let activity = loop.activity(of: session)
                    let isLast = state.withLock {
                        $0.activities[index][number] = activity
                        $0.remaining -= 1
                        return $0.remaining == 0
                    }
                    if isLast { state.notify() }
                }
            }
        }
        return state.wait { $0.remaining == 0 ? $0.activities : nil }
    }

    /// The number of loop turns after which a loop has read all bytes that had arrived at this machine.
    ///
    /// One turn may have polled before the bytes arrived. One accepts the connection, one reads the request, and one
    /// confirms that the previous turn has ended. The client may have closed the connection by then.
    private static let turnsToDrain = 4

    /// Waits until no exchange is open, at most for the time limit. Requests sent before the call count as open.
    ///
    /// - Returns: whether no exchange is open.
    func waitUntilSettled(within limit: Duration?) async -> Bool {
        // A turn of a loop takes several switches between threads, and most loops are idle.
        if !LoopHandle.areIdle(loops) { await drained() }
        return await journal.waitUntilSettled(within: limit)
    }

    /// Waits until the loops have read all bytes that had arrived at this machine before the call.
    func drained() async { await withCheckedContinuation { continuation in drain { continuation.resume() } } }

    /// Blocks until the loops have read all bytes that had arrived at this machine before the call.
    func drainSockets() { block { drain($0) } }

    private func drain(_ completion: @escaping @Sendable () -> Void) {
        // The loop of a listener can hand an accepted connection to another loop, which must not be ahead of it.
        let half = Self.turnsToDrain / 2
        onEveryLoop({ _ in }, inTurn: half) { [self] in onEveryLoop({ _ in }, inTurn: half, completion: completion) }
    }
}

extension Session: JournalSource {
    var count: Int { lock.withLock { journal.arrivals } }
    var rejectedConnections: Int { lock.withLock { journal.rejectedConnections } }
    var dropped: Int { lock.withLock { journal.dropped } }

    func entries() -> [Journal.Entry] { read(lock.withLock { journal.slices() }).all }
    func connections() -> [Journal.Connection] { read(lock.withLock { journal.slices() }).connections }
    func scenarioSwitches() -> [Journal.ScenarioSwitch] { read(lock.withLock { journal.slices() }).scenarioSwitches }
    func settled() async { _ = await waitUntilSettled(within: nil) }

    private func read(_ pieces: [JournalStore.ChunkSlice]) -> JournalReader {
        var reader = JournalReader(self)
        for piece in pieces { _ = reader.read(piece) }
        return reader
    }
}
