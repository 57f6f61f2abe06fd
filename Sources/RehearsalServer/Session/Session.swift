import Rehearsal

/// One running scenario: what it plays, how far it has got, and its journal.
///
/// Sessions share nothing but the threads of event loops. One lock guards everything that changes.
final class Session: @unchecked Sendable {
    // Sendable: what `state` and `prepared` point to, `connections`, `openConnections`, `gates` and `isConcluded` are reached under `lock`. They
    // are pointers so that this discipline is not checked again, dynamically, several times a request.
    let name: String
    let playbook: Playbook
    let limits: Backend.Limits
    /// `limits.idle` in nanoseconds.
    let idle: Int64
    let encoder: ReplyEncoder
    let lock: Lock
    let journal: JournalStore
    /// The loops that its connections are handed round to.
    let loops: [LoopHandle]
    /// When it began to play.
    let startedAt = SystemClock.now()
    /// Of this run alone, so that equal secrets can be told to be equal and none can be guessed.
    let redaction = Redaction(salt: UInt64.random(in: 0...UInt64.max))

    private let state: UnsafeMutablePointer<PlayState>
    /// The replies of all endpoints by rank, one after the other, made when they are first asked for.
    private let prepared: UnsafeMutablePointer<PreparedReply?>
    private let preparedCount: Int
    /// Where the replies of an endpoint begin among them.
    private let firstReply: [Int]
    private var connections = 0
    private var openConnections = 0
    /// Replies that are kept back; reached under `lock`.
    var gates: Gates
    /// Whether somebody has taken it on to judge this run; reached under `lock`.
    var isConcluded = false

    init(_ scenario: Scenario, playbook: Playbook, origin: String, options: Backend.Options, loops: [LoopHandle]) {
        name = scenario.name
        self.playbook = playbook
        limits = options.limits
        idle = options.limits.idle.nanoseconds
        encoder = ReplyEncoder(origin: origin)
        lock = Lock()
        journal = JournalStore(lock: lock, cap: options.journalBytes)
        self.loops = loops
        gates = Gates(playbook)
        state = .allocate(capacity: 1)
        state.initialize(to: PlayState(playbook))
        var count = 0
        firstReply = playbook.endpoints.map { endpoint in
            defer { count += endpoint.replies.count }
            return count
        }
        prepared = .allocate(capacity: count)
        prepared.initialize(repeating: nil, count: count)
        preparedCount = count
    }

    deinit {
        state.deinitialize(count: 1).deallocate()
        prepared.deinitialize(count: preparedCount).deallocate()
    }

    /// What was decided, and how it is told from other exchanges.
    struct Ruling {
        var decision: Journal.Decision
        var record = JournalRecord.Decided()
        var reply: PreparedReply?
    }

    /// Decides about a request and enters it into the journal, in one step that nothing can come between.
    func enter(
        _ match: Playbook.Match,
        connection: Connection,
        at now: Int64,
        head: UnsafeRawBufferPointer,
        hasBody: Bool,
    ) -> (ordinal: Int, ruling: Ruling) {
        lock.lock()
        defer { lock.unlock() }
        let ruling = rule(on: match)
        let record = JournalRecord.Arrived(
            connection: UInt32(truncatingIfNeeded: connection.number),
            exchange: UInt32(truncatingIfNeeded: connection.exchange),
            at: connection.firstByteAt,
            headAt: now,
            hasBody: hasBody ? 1 : 0,
            decided: ruling.record
        )
        return (journal.arrived(record, ruling.decision, head: head), ruling)
    }

    /// Decides about a request that was entered before its body had been read.
    func decide(_ match: Playbook.Match, of ordinal: Int) -> Ruling {
        lock.withLock {
            let ruling = rule(on: match)
            journal.decided(ordinal, ruling.record, ruling.decision)
            return ruling
        }
    }

    private func rule(on match: Playbook.Match) -> Ruling {
        switch match {
        case .needsBody: return Ruling(decision: .pending)
        case .none: return Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
        case .endpoint(let endpoint):
            var record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: endpoint), status: 501)
            guard let index = state.pointee.takeTurn(of: endpoint, in: playbook) else {
                return Ruling(decision: .exhausted, record: record)
            }
            let reply = preparedReply(endpoint, index)
            record.reply = Int32(truncatingIfNeeded: index)
            record.status = reply.statusOnTheWire
            return Ruling(decision: .reply, record: record, reply: reply)
        }
    }

    private func preparedReply(_ endpoint: Int, _ index: Int) -> PreparedReply {
        let place = firstReply[endpoint] &+ index
        if let reply = prepared[place] { return reply }
        let reply = PreparedReply(playbook.endpoints[endpoint].replies[index], encoder)
        prepared[place] = reply
        return reply
    }

    /// Whether another connection may be accepted.
    var hasRoom: Bool { lock.withLock { openConnections < limits.connections } }

    /// Counts a connection and returns its number.
    func connectionOpened() -> Int {
        lock.withLock {
            openConnections += 1
            connections += 1
            return connections - 1
        }
    }

    func connectionClosed() {
        lock.withLock { openConnections -= 1 }
    }

    /// Lets replies go that have been held.
    func go(_ held: [Gates.Held]) {
        for reply in held { reply.loop.submit { $0.release(reply.token, reply.ordinal) } }
    }

    /// The loop for the next connection.
    func loop(for connection: Int) -> LoopHandle { loops[connection % loops.count] }

    /// Everything that the journal still holds, oldest first.
    func entries() -> [Journal.Entry] { read(lock.withLock { journal.pieces() }) }

    private func read(_ pieces: [JournalStore.Piece]) -> [Journal.Entry] {
        var reader = JournalReader(session: name, playbook: playbook)
        for piece in pieces { _ = reader.read(piece) }
        return reader.all
    }

    /// What a judgement of this moment rests on.
    func evidence() -> Evidence {
        let (pieces, forgotten, turns) = lock.withLock { (journal.pieces(), journal.dropped, state.pointee.turns) }
        return Evidence(
            entries: read(pieces),
            forgotten: forgotten,
            startedAt: startedAt,
            now: SystemClock.now(),
            turns: turns,
            redaction: redaction
        )
    }
}
