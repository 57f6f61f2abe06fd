import Rehearsal

/// One running scenario: what it plays, how far it has got, and its journal.
///
/// Sessions share nothing but the threads of event loops. One lock guards everything that changes.
final class Session: @unchecked Sendable {
    // Sendable: what `state` and `prepared` point to, `connections`, `openConnections`, `draws`, `gates` and
    // `isConcluded` are reached under `lock`. The first two are pointers so that this discipline is not checked again, dynamically, several times a request.
    let name: String
    let playbook: Playbook
    let limits: Backend.Limits
    let leniency: Backend.Leniency
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

    let state: UnsafeMutablePointer<PlayState>
    /// The replies of all endpoints by rank, one after the other, made when they are first asked for.
    let prepared: UnsafeMutablePointer<PreparedReply?>
    private let preparedCount: Int
    /// Where the replies of an endpoint begin among them.
    let firstReply: [Int]
    private var connections = 0
    private var openConnections = 0
    /// Where every draw of this run begins.
    let seed: UInt64
    /// How connections are treated, one state after the other.
    let network: [Scenario.Network]
    /// What is drawn for replies; reached under `lock`.
    var draws = Draws()
    /// Replies that are kept back; reached under `lock`.
    var gates: Gates
    /// Whether somebody has taken it on to judge this run; reached under `lock`.
    var isConcluded = false

    init(_ scenario: Scenario, playbook: Playbook, origin: String, options: Backend.Options, loops: [LoopHandle]) {
        name = scenario.name
        seed = scenario.seed ?? UInt64.random(in: 0...UInt64.max)
        self.playbook = playbook
        network = scenario.network
        limits = options.limits
        leniency = options.leniency
        idle = options.limits.idle.nanoseconds
        encoder = ReplyEncoder(origin: origin)
        lock = Lock()
        journal = JournalStore(lock: lock, cap: options.journalBytes)
        self.loops = loops
        gates = Gates(playbook)
        state = .allocate(capacity: 1)
        state.initialize(to: PlayState(playbook, seed: seed))
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
        /// What there is to say beyond that; nil for most.
        var special: Special?

        init(
            decision: Journal.Decision,
            record: JournalRecord.Decided = JournalRecord.Decided(),
            reply: PreparedReply? = nil,
            special: Special? = nil,
        ) {
            (self.decision, self.record, self.reply, self.special) = (decision, record, reply, special)
        }

        /// What few requests need.
        final class Special {
            /// Where the draws for its reply begin, if there are any.
            var random: RandomSource?
            /// Met while the body of the request is read; nothing is decided until they have been.
            var uploadFaults: [Fault] = []
            /// How fast that body is read.
            var uploadPace: Int?
            /// What its templates ask, until they have been filled in.
            var context: Template.Context?
            /// What goes wrong, where the reply alone does not say it.
            var faultNames: String?
            /// What a policy says about it, for the journal.
            var policyNote: String?
            /// What policies do with a reply that is not known yet, or when its exchange ends.
            var ticket: PolicyTicket?

            init(uploadPace: Int?) { self.uploadPace = uploadPace }
        }

        var random: RandomSource? { special?.random }
        var uploadFaults: [Fault] { special?.uploadFaults ?? [] }
        var uploadPace: Int? { special?.uploadPace }
        var faultNames: String? { special?.faultNames }
        var ticket: PolicyTicket? { special?.ticket }
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
        let ruling = rule(on: match, having: nil, at: now)
        let record = JournalRecord.Arrived(
            connection: UInt32(truncatingIfNeeded: connection.number),
            exchange: UInt32(truncatingIfNeeded: connection.exchange),
            at: connection.firstByteAt,
            headAt: now,
            hasBody: hasBody ? 1 : 0,
            decided: ruling.record
        )
        let ordinal = journal.arrived(record, ruling.decision, head: head)
        if let special = ruling.special { note(special, ordinal) }
        lock.unlock()
        return (ordinal, ruling.special == nil ? ruling : filled(ruling, ordinal, at: now))
    }

    /// Decides about a request that was entered before its body had been read.
    ///
    /// - Parameter met: the faults that reading its body has met, as the journal names them.
    func decide(_ match: Playbook.Match, of ordinal: Int, having met: String?, at now: Int64) -> Ruling {
        let ruling = lock.withLock {
            let ruling = rule(on: match, having: met, at: now)
            journal.decided(ordinal, ruling.record, ruling.decision)
            if let special = ruling.special { note(special, ordinal) }
            return ruling
        }
        return filled(ruling, ordinal, at: now)
    }

    private func note(_ special: Ruling.Special, _ ordinal: Int) {
        if let names = special.faultNames { journal.note(ordinal, .fault, names) }
        if let note = special.policyNote { journal.note(ordinal, .policy, note) }
    }

    /// Whether another connection may be accepted.
    var hasRoom: Bool { lock.withLock { openConnections < limits.connections } }

    /// Counts a connection and returns its number.
    func connectionOpened(at now: Int64, _ network: Scenario.Network?) -> Int {
        lock.withLock {
            openConnections += 1
            connections += 1
            journal.connected(connections - 1, at: now, network?.treatment ?? .served)
            return connections - 1
        }
    }

    func connectionClosed(
        _ number: Int,
        _ record: JournalRecord.Disconnected,
        _ end: Journal.ConnectionEnd,
    ) {
        let wasFull = lock.withLock {
            openConnections -= 1
            journal.disconnected(number, record, end)
            return openConnections == limits.connections - 1
        }
        if wasFull { loops[0].submit { $0.goOnAccepting(for: self) } }
    }

    /// Lets replies go that have been held.
    func go(_ held: [Gates.Held]) {
        for reply in held { reply.loop.submit { $0.release(reply.token, reply.ordinal) } }
    }

    /// The loop for the next connection.
    func loop(for connection: Int) -> LoopHandle { loops[connection % loops.count] }

    /// Everything that the journal still holds, oldest first.
    func entries() -> [Journal.Entry] { read(lock.withLock { journal.pieces() }) }

    /// Every connection of which the journal still holds the beginning, oldest first.
    func connectionRecords() -> [Journal.Connection] {
        let pieces = lock.withLock { journal.pieces() }
        var reader = JournalReader(session: name, playbook: playbook)
        for piece in pieces { _ = reader.read(piece) }
        return reader.connections
    }

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
