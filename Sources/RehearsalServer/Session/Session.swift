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

    private let state: UnsafeMutablePointer<PlayState>
    /// The replies of all endpoints by rank, one after the other, made when they are first asked for.
    private let prepared: UnsafeMutablePointer<PreparedReply?>
    private let preparedCount: Int
    /// Where the replies of an endpoint begin among them.
    private let firstReply: [Int]
    private var connections = 0
    private var openConnections = 0
    /// Where every draw of this run begins.
    let seed: UInt64
    /// How connections are treated, one state after the other.
    let network: [Scenario.Network]
    /// How often each reply that draws has been given, and its upload fault been met; reached under `lock`.
    private var given: [Int: Int] = [:]
    private var met: [Int: Int] = [:]
    private var variants: [Variant: PreparedReply] = [:]
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
            /// What goes wrong, where the reply alone does not say it.
            var faultNames: String?

            init(uploadPace: Int?) { self.uploadPace = uploadPace }
        }

        var random: RandomSource? { special?.random }
        var uploadFaults: [Fault] { special?.uploadFaults ?? [] }
        var uploadPace: Int? { special?.uploadPace }
        var faultNames: String? { special?.faultNames }
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
        let ordinal = journal.arrived(record, ruling.decision, head: head)
        if let names = ruling.faultNames { journal.note(ordinal, .fault, names) }
        return (ordinal, ruling)
    }

    /// Decides about a request that was entered before its body had been read.
    ///
    /// - Parameter met: the faults that reading its body has met, as the journal names them.
    func decide(_ match: Playbook.Match, of ordinal: Int, having met: String?) -> Ruling {
        lock.withLock {
            let ruling = rule(on: match, having: met)
            journal.decided(ordinal, ruling.record, ruling.decision)
            if let names = ruling.faultNames { journal.note(ordinal, .fault, names) }
            return ruling
        }
    }

    private func rule(on match: Playbook.Match, having met: String? = nil) -> Ruling {
        switch match {
        case .needsBody: return Ruling(decision: .pending)
        case .none: return Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
        case .endpoint(let endpoint):
            if playbook.meetsUploads(endpoint), met == nil, let ruling = ruleOnUpload(endpoint) { return ruling }
            var record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: endpoint), status: 501)
            guard let index = state.pointee.takeTurn(of: endpoint, in: playbook) else {
                return Ruling(decision: .exhausted, record: record)
            }
            let reply = preparedReply(endpoint, index)
            record.reply = Int32(truncatingIfNeeded: index)
            record.status = reply.statusOnTheWire
            var ruling = Ruling(decision: .reply, record: record, reply: reply)
            if reply.isPlain { return ruling }
            ruling.special = Ruling.Special(uploadPace: reply.source.uploadPace)
            if reply.isDrawn { draw(&ruling, endpoint, index, having: met) }
            return ruling
        }
    }

    /// Draws what differs from one request to the next.
    private func draw(_ ruling: inout Ruling, _ endpoint: Int, _ index: Int, having met: String?) {
        guard let reply = ruling.reply else { return }
        let place = firstReply[endpoint] &+ index
        let number = given[place, default: 0]
        given[place] = number + 1
        var random = RandomSource(
            seed: seed,
            endpoint: playbook.endpoints[endpoint].stableID &+ UInt64(index),
            request: number
        )
        // Those of the upload have had their turn, or were not meant.
        let active = reply.source.faults.map { !$0.isOfUpload && $0.occurrence.includes(number, &random) }
        if active.contains(false) || reply.source.faults.contains(where: { $0.occurrence != .always }) {
            let varied = variant(of: reply, at: place, active)
            ruling.reply = varied
            ruling.record.status = varied.statusOnTheWire
            ruling.special?.faultNames = [met, varied.faultNames].compactMap(\.self).joined(separator: ", ")
        }
        ruling.special?.random = random
    }

    /// The reply with those of its faults that happen this time.
    private func variant(of reply: PreparedReply, at place: Int, _ active: [Bool]) -> PreparedReply {
        let key = Variant(place: place, active: active)
        if let variant = variants[key] { return variant }
        var source = reply.source
        source.faults = zip(source.faults, active).compactMap { fault, isActive in
            guard isActive else { return nil }
            return Fault(fault.effect, at: fault.stage)
        }
        let variant = PreparedReply(source, encoder)
        variants[key] = variant
        return variant
    }

    private struct Variant: Hashable {
        let place: Int
        let active: [Bool]
    }

    /// What happens while the body of a request is read, before a turn is taken; nil if nothing does.
    private func ruleOnUpload(_ endpoint: Int) -> Ruling? {
        guard let index = state.pointee.nextTurn(of: endpoint, in: playbook) else { return nil }
        let reply = preparedReply(endpoint, index)
        guard reply.meetsUploads else { return nil }
        let place = firstReply[endpoint] &+ index
        let number = met[place, default: 0]
        met[place] = number + 1
        let id = ~(playbook.endpoints[endpoint].stableID &+ UInt64(index))
        var random = RandomSource(seed: seed, endpoint: id, request: number)
        let faults = reply.source.faults.filter { $0.isOfUpload && $0.occurrence.includes(number, &random) }
        guard !faults.isEmpty else { return nil }
        let record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: endpoint))
        let special = Ruling.Special(uploadPace: reply.source.uploadPace)
        special.random = random
        special.uploadFaults = faults
        special.faultNames = faults.map(\.description).joined(separator: ", ")
        return Ruling(decision: .pending, record: record, special: special)
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
