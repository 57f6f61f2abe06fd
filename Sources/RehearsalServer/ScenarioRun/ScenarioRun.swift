import Rehearsal
import RehearsalPlatform

/// A run of a scenario in a session: its state and its decisions.
///
/// A session has one current run. After a switch, a previous run still completes the exchanges that it decided.
final class ScenarioRun: @unchecked Sendable {
    // Sendable: `draws`, `encodedReplies`, `history`, `identities` and the memory of `state`, `prepared` and
    // `firstReplies` are accessed under `lock`. Pointers avoid several exclusivity checks for each request.

    /// The number of the run in its session, from 0.
    let number: Int32
    /// A number that no other run of the process has, from 1.
    let identifier = ScenarioRun.identifiers.withLock { last in
        last += 1
        return last
    }
    private static let identifiers = Locked<UInt64>(0)
    let scenario: Scenario
    let compiled: CompiledScenario
    /// The paths of `compiled` that find most endpoints; nil if a policy or a check may answer any request.
    let literalPaths: LiteralPaths?
    /// The network states of the scenario, in order.
    let network: [Scenario.Network]
    /// The seed of all random numbers.
    let seed: UInt64
    let encoder: ReplyEncoder
    /// The lock of the session.
    let lock: Lock
    let journal: JournalStore
    let time: SessionTime

    var name: String { scenario.name }
    /// The names of the endpoints and faults, created when the journal is first read.
    private let madeNames = Lazy<RunNames>()
    var names: RunNames { madeNames.value { RunNames(compiled) } }

    let state: UnsafeMutablePointer<ScenarioState>
    /// The prepared replies of all endpoints, in the order of precedence of the endpoints; nil until first used.
    ///
    /// The run retains each once. Requests then need no retain and release, which other loops would wait for.
    let prepared: UnsafeMutablePointer<Unmanaged<PreparedReply>?>
    private let preparedCount: Int
    /// The first reply of each endpoint, by the index of the endpoint.
    let firstReplies: UnsafeMutablePointer<FirstReply>
    /// The bytes of the prepared replies.
    var encodedReplies = EncodedReplies()
    /// The index in `prepared` of each endpoint's first reply.
    let firstReply: [Int]
    /// The state of the selection of faults.
    var draws = FaultDraws()
    /// The runs that this one continues or that continue it; nil if there are none.
    var history: RunHistory?
    /// The identities of the endpoints in the history, by rank.
    var identities: [Int] = []

    init(
        _ scenario: Scenario,
        _ compiledScenario: CompiledScenario,
        number: Int,
        journal: JournalStore,
        encoder: ReplyEncoder,
        time: SessionTime,
    ) {
        self.time = time
        self.number = Int32(truncatingIfNeeded: number)
        self.scenario = scenario
        self.compiled = compiledScenario
        literalPaths = compiledScenario.hasPolicies ? nil : compiledScenario.literalPaths
        network = scenario.network
        seed = scenario.seed ?? UInt64.random(in: 0...UInt64.max)
        self.encoder = encoder
        (lock, self.journal) = (journal.lock, journal)
        state = .allocate(capacity: 1)
        state.initialize(to: ScenarioState(compiledScenario, seed: seed))
        var count = 0
        firstReply = compiledScenario.endpoints.map { endpoint in
            defer { count += endpoint.replies.count }
            return count
        }
        prepared = .allocate(capacity: count)
        prepared.initialize(repeating: nil, count: count)
        preparedCount = count
        firstReplies = .allocate(capacity: firstReply.count)
        firstReplies.initialize(repeating: FirstReply(), count: firstReply.count)
    }

    deinit {
        state.deinitialize(count: 1).deallocate()
        for index in 0..<preparedCount { prepared[index]?.release() }
        prepared.deallocate()
        firstReplies.deinitialize(count: firstReply.count).deallocate()
    }

    /// The decision about a request, and its journal record.
    struct Decision {
        var kind: Journal.Decision
        var record = JournalRecord.Decided()
        var reply: PreparedReply?
        /// The parts that few decisions need; nil for most requests.
        var special: RareParts?

        init(
            decision: Journal.Decision,
            record: JournalRecord.Decided = JournalRecord.Decided(),
            reply: PreparedReply? = nil,
            special: RareParts? = nil,
        ) {
            (self.kind, self.record, self.reply, self.special) = (decision, record, reply, special)
        }

        /// The parts of a decision that few requests need.
        final class RareParts {
            /// The source of random delays for the reply; nil if the reply needs none.
            var random: RandomSource?
            /// The faults that take effect while the request's body is read, before the decision.
            var uploadFaults: [Fault] = []
            /// The rate at which the body is read, in bytes per second; nil for no limit.
            var uploadPace: Int?
            /// The template context; nil once the templates are rendered.
            var context: Template.Context?
            /// The preconditions, ranges and origin of the request; nil once applied.
            var modifiers: RequestModifiers?
            /// The failed precondition of an unsafe request.
            var refusal: FailedPrecondition?
            /// The CORS preflight that the server answers because no endpoint does.
            var preflight: Preflight?
            /// The names of faults that the journal cannot derive from the reply.
            var faultNames: String?
            /// The journal note of a policy.
            var policyNote: String?
            /// The pending work of policies on the reply and at the end of the exchange.
            var pendingPolicyWork: PendingPolicyWork?

            init(uploadPace: Int?) { self.uploadPace = uploadPace }
        }

        /// A failed precondition: its field, and the entity tag of the current representation.
        struct FailedPrecondition {
            let field: String
            let tag: String?
        }

        /// The decision for a request that no endpoint matches.
        static var unmatched: Decision { Decision(decision: .unmatched, record: JournalRecord.Decided(status: 501)) }

        var random: RandomSource? { special?.random }
        var uploadFaults: [Fault] { special?.uploadFaults ?? [] }
        var uploadPace: Int? { special?.uploadPace }
        var faultNames: String? { special?.faultNames }
        var ticket: PendingPolicyWork? { special?.pendingPolicyWork }
    }

    /// Decides a request and records it in the journal atomically.
    func enter(
        _ match: CompiledScenario.Match,
        connection: HTTPConnection,
        at now: Int64,
        head: UnsafeRawBufferPointer,
        hasBody: Bool,
    ) -> (ordinal: Int, ruling: Decision) {
        lock.lock()
        let ruling = decide(on: match, afterUploadFaults: nil, at: now)
        let record = connection.record.arrival(headAt: now, hasBody: hasBody, numbered(ruling.record))
        let ordinal = journal.appendArrival(record, ruling.kind, head: head)
        note(ruling, ordinal)
        lock.unlock()
        return (ordinal, ruling.special == nil ? ruling : completed(ruling, of: ordinal))
    }

    /// The answer to a request whose message is in the buffer of a loop.
    struct PlainAnswer {
        let ordinal: Int
        let message: OutgoingReply.Copy
    }

    /// Returns the endpoint that answers a parsed request in every state by the same reply; nil for other requests.
    ///
    /// It is not inlined, because its caller would then copy the compiled scenario.
    @inline(never)
    func literalEndpoint(_ parsed: UnsafeMutablePointer<RequestHead>, in head: UnsafeRawBufferPointer) -> Int? {
        compiled.literalEndpoint(&parsed.pointee, in: head.bindMemory(to: UInt8.self).span)
    }

    /// Records a request that an endpoint answers in every state by its first reply, and copies the message to the
    /// output buffer of the loop.
    ///
    /// - Returns: the answer; nil, without an effect, if the reply is not plain or does not fit in the buffer.
    func enterPlain(
        _ endpoint: Int,
        head: UnsafeRawBufferPointer,
        of connection: HTTPConnection,
        on loop: EventLoop,
    ) -> PlainAnswer? {
        lock.lock()
        if firstReplies[endpoint].use == .unknown { prepareReply(endpoint, 0) }
        guard firstReplies[endpoint].use == .unchanged, connection.request.receivesUnchangedReplies else {
            return enterAdapted(endpoint, head: head, of: connection, on: loop)
        }
        // The bytes of a large scenario are in no cache. They arrive while the request is recorded.
        firstReplies[endpoint].prefetch()
        let ordinal = recordPlain(firstReplies[endpoint].status, endpoint, head, connection, at: loop.now)
        lock.unlock()
        return PlainAnswer(ordinal: ordinal, message: firstReplies[endpoint].copy(on: loop))
    }

    /// Completes ``enterPlain(_:head:of:on:)`` for a message that is not equal to the encoded reply, and unlocks.
    @inline(never)
    private func enterAdapted(
        _ endpoint: Int,
        head: UnsafeRawBufferPointer,
        of connection: HTTPConnection,
        on loop: EventLoop,
    ) -> PlainAnswer? {
        let reply = preparedReply(endpoint, 0)
        guard reply.isPlain, reply.encoded.bytes.count <= OutgoingReply.maximumEncodedLength else {
            lock.unlock()
            return nil
        }
        let ordinal = recordPlain(reply.sentStatus, endpoint, head, connection, at: loop.now)
        lock.unlock()
        return PlainAnswer(ordinal: ordinal, message: OutgoingReply.copy(reply, for: connection.request, on: loop))
    }

    @inline(__always)
    private func recordPlain(
        _ status: Int32,
        _ endpoint: Int,
        _ head: UnsafeRawBufferPointer,
        _ connection: HTTPConnection,
        at now: Int64,
    ) -> Int {
        state.pointee.count(endpoint)
        let decided = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: endpoint),
            reply: 0,
            status: status,
            run: number
        )
        let record = connection.record.arrival(headAt: now, hasBody: false, decided)
        return journal.appendArrival(record, .reply, head: head)
    }

    /// Records the end of an exchange whose reply was sent at once.
    func recordEnd(of record: ExchangeRecord, written: Int, at now: Int64) {
        lock.lock()
        record.recordEnd(.completed, written: written, at: now, in: journal)
        lock.unlock()
    }

    /// Decides a request that was recorded before its body was read.
    ///
    /// - Parameter faultNames: the names of the faults that occurred while the body was read.
    func decide(_ match: CompiledScenario.Match, of ordinal: Int, afterUploadFaults faultNames: String?, at now: Int64)
        -> Decision
    {
        let ruling = lock.withLock {
            // The head may have arrived before another run continued this one.
            let ruling = withCurrentState { decide(on: match, afterUploadFaults: faultNames, at: now) }
            journal.appendDecision(ordinal, numbered(ruling.record), ruling.kind)
            note(ruling, ordinal)
            return ruling
        }
        return completed(ruling, of: ordinal)
    }

    /// Records the notes of a decision, so that no reader of the journal sees the decision without them.
    ///
    /// The caller must hold the lock.
    private func note(_ ruling: Decision, _ ordinal: Int) {
        guard let special = ruling.special else { return }
        if let names = special.faultNames { journal.note(ordinal, .fault, names) }
        if let note = special.policyNote { journal.note(ordinal, .policy, note) }
        if let reply = ruling.reply, let alteration = special.modifiers?.alteration(of: reply.source) {
            journal.note(ordinal, .policy, alteration.reason)
        }
    }

    /// Returns the record with the number of this run.
    private func numbered(_ record: JournalRecord.Decided) -> JournalRecord.Decided {
        var record = record
        record.run = number
        return record
    }
}

extension ScenarioRun {
    /// The run that decides new requests in place of this one: the last of those that continue it, or this run.
    ///
    /// The caller must hold the lock.
    var latest: ScenarioRun { history?.latest ?? self }

    /// Returns the result of a closure that decides a request in the current state, although another run may have
    /// continued this one. The caller must hold the lock.
    private func withCurrentState<Value>(_ decide: () -> Value) -> Value {
        let owner = latest
        if owner === self { return decide() }
        let loan = StateLoan(to: self, of: owner)
        loan.begin()
        defer { loan.end() }
        return decide()
    }
}

/// The facts about a run's endpoints and replies that the journal needs after the run.
struct RunNames: Sendable {
    private let labels: [String]
    /// The fault names of replies whose faults always occur.
    private let faults: [ReplyIndex: String]
    /// The names of the cookies that the scenario may set; nil if they are unknown.
    let cookies: Set<String>?
    private let echoes: [[Journal.RequestEcho]]

    private struct ReplyIndex: Hashable {
        let endpoint: Int
        let reply: Int
    }

    init(_ compiledScenario: CompiledScenario) {
        labels = (0..<compiledScenario.displayNameCount).map { compiledScenario.displayName(of: $0) }
        cookies = compiledScenario.cookieNames
        echoes = compiledScenario.echoes
        var faults: [ReplyIndex: String] = [:]
        for (index, endpoint) in compiledScenario.endpoints.enumerated() {
            for (number, reply) in endpoint.replies.enumerated() {
                if let names = reply.constantFaultNames { faults[ReplyIndex(endpoint: index, reply: number)] = names }
            }
        }
        self.faults = faults
    }

    /// Returns the label of an endpoint or a policy.
    func label(of index: Int) -> String? { labels.indices.contains(index) ? labels[index] : nil }

    /// Returns the names of the faults that always occur with a reply; nil without faults.
    func faultNames(_ endpoint: Int, _ reply: Int) -> String? { faults[ReplyIndex(endpoint: endpoint, reply: reply)] }

    /// Returns the parts of a request that a reply of an endpoint may repeat.
    func echo(_ endpoint: Int, _ reply: Int) -> Journal.RequestEcho {
        guard echoes.indices.contains(endpoint) else { return .unknown }
        if echoes[endpoint].isEmpty { return .ofStaticReply }
        return echoes[endpoint].indices.contains(reply) ? echoes[endpoint][reply] : .unknown
    }
}

extension Scenario.Reply {
    /// The names of the faults if all of them always occur; otherwise nil, and each exchange records its faults.
    fileprivate var constantFaultNames: String? {
        guard !faults.isEmpty, faults.allSatisfy({ $0.occurrence == .always }) else { return nil }
        return faults.map(\.description).joined(separator: ", ")
    }
}

/// A value that is created once, when it is first used.
final class Lazy<Value: Sendable>: Sendable {
    private let created = Locked<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
        created.withLock {
            if let value = $0 { return value }
            let value = make()
            $0 = value
            return value
        }
    }
}
