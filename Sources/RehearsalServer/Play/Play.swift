import Rehearsal
import RehearsalPlatform

/// A scenario while a session plays it: how far it has got, and what it decides.
///
/// A session plays one after the other; exchanges that were decided by one end by it.
final class Play: @unchecked Sendable {
    // Sendable: what `state` and `prepared` point to, and `draws`, are reached under `lock`. They are pointers so that
    // this discipline is not checked again, dynamically, several times a request.

    /// Which of its session's, from 0.
    let number: Int32
    let scenario: Scenario
    let playbook: Playbook
    /// How connections are treated while it plays, one state after the other.
    let network: [Scenario.Network]
    /// Where every draw of it begins.
    let seed: UInt64
    let encoder: ReplyEncoder
    /// The session's.
    let lock: Lock
    let journal: JournalStore
    let time: SessionTime

    var name: String { scenario.name }
    /// Made when the journal is first read.
    private let madeNames = Made<PlayedNames>()
    var names: PlayedNames { madeNames.value { PlayedNames(playbook) } }

    let state: UnsafeMutablePointer<PlayState>
    /// The replies of all endpoints by rank, one after the other, made when they are first asked for.
    let prepared: UnsafeMutablePointer<PreparedReply?>
    private let preparedCount: Int
    /// Where the replies of an endpoint begin among them.
    let firstReply: [Int]
    /// What is drawn for replies.
    var draws = Draws()

    init(
        _ scenario: Scenario,
        _ playbook: Playbook,
        number: Int,
        journal: JournalStore,
        encoder: ReplyEncoder,
        time: SessionTime,
    ) {
        self.time = time
        self.number = Int32(truncatingIfNeeded: number)
        self.scenario = scenario
        self.playbook = playbook
        network = scenario.network
        seed = scenario.seed ?? UInt64.random(in: 0...UInt64.max)
        self.encoder = encoder
        (lock, self.journal) = (journal.lock, journal)
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
            /// What the request asks of its answer, until it has been heeded.
            var terms: RequestTerms?
            /// Why the change that the request asks for is not made.
            var refusal: Refusal?
            /// Answered where nobody else does.
            var preflight: Preflight?
            /// What goes wrong, where the reply alone does not say it.
            var faultNames: String?
            /// What a policy says about it, for the journal.
            var policyNote: String?
            /// What policies still have to do with its reply, and when its exchange ends.
            var ticket: PolicyTicket?

            init(uploadPace: Int?) { self.uploadPace = uploadPace }
        }

        /// The condition that does not hold, and the tag of what is there.
        struct Refusal {
            let field: String
            let tag: String?
        }

        /// Nothing answers the request.
        static var unmatched: Ruling { Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501)) }

        var random: RandomSource? { special?.random }
        var uploadFaults: [Fault] { special?.uploadFaults ?? [] }
        var uploadPace: Int? { special?.uploadPace }
        var faultNames: String? { special?.faultNames }
        var ticket: PolicyTicket? { special?.ticket }
    }

    /// Decides about a request and enters it into the journal, in one step that nothing can come between.
    func enter(
        _ match: Playbook.Match,
        connection: HTTPConnection,
        at now: Int64,
        head: UnsafeRawBufferPointer,
        hasBody: Bool,
    ) -> (ordinal: Int, ruling: Ruling) {
        lock.lock()
        let ruling = rule(on: match, having: nil, at: now)
        let record = connection.record.arrival(headAt: now, hasBody: hasBody, numbered(ruling.record))
        let ordinal = journal.arrived(record, ruling.decision, head: head)
        if let special = ruling.special { note(special, ordinal) }
        lock.unlock()
        return (ordinal, ruling.special == nil ? ruling : completed(ruling, of: ordinal))
    }

    /// Decides about a request that was entered before its body had been read.
    ///
    /// - Parameter met: the faults that reading its body has met, as the journal names them.
    func decide(_ match: Playbook.Match, of ordinal: Int, having met: String?, at now: Int64) -> Ruling {
        let ruling = lock.withLock {
            let ruling = rule(on: match, having: met, at: now)
            journal.decided(ordinal, numbered(ruling.record), ruling.decision)
            if let special = ruling.special { note(special, ordinal) }
            return ruling
        }
        return completed(ruling, of: ordinal)
    }

    private func note(_ special: Ruling.Special, _ ordinal: Int) {
        if let names = special.faultNames { journal.note(ordinal, .fault, names) }
        if let note = special.policyNote { journal.note(ordinal, .policy, note) }
    }

    /// The record with what tells its endpoint from one of another play.
    private func numbered(_ record: JournalRecord.Decided) -> JournalRecord.Decided {
        var record = record
        record.play = number
        return record
    }
}

/// What the journal has to know of a scenario that is played no more: how its endpoints and faults are called.
struct PlayedNames: Sendable {
    private let labels: [String]
    /// Of replies that always go wrong, by endpoint and reply.
    private let faults: [Place: String]
    /// The cookies that its clients may have; nil if that cannot be told.
    let cookies: Set<String>?

    private struct Place: Hashable {
        let endpoint: Int
        let reply: Int
    }

    init(_ playbook: Playbook) {
        labels = (0..<playbook.labelCount).map { playbook.label(of: $0) }
        cookies = playbook.cookieNames
        var faults: [Place: String] = [:]
        for (index, endpoint) in playbook.endpoints.enumerated() {
            for (number, reply) in endpoint.replies.enumerated() {
                if let names = reply.constantFaultNames { faults[Place(endpoint: index, reply: number)] = names }
            }
        }
        self.faults = faults
    }

    /// An endpoint or a policy as a person names it.
    func label(of index: Int) -> String? { labels.indices.contains(index) ? labels[index] : nil }

    /// What goes wrong with a reply whenever it is given; nil for nothing.
    func faultNames(_ endpoint: Int, _ reply: Int) -> String? { faults[Place(endpoint: endpoint, reply: reply)] }
}

extension Scenario.Reply {
    /// What goes wrong with it whenever it is given; what does not always happen is on record by itself.
    fileprivate var constantFaultNames: String? {
        guard !faults.isEmpty, faults.allSatisfy({ $0.occurrence == .always }) else { return nil }
        return faults.map(\.description).joined(separator: ", ")
    }
}

/// A value that is made when it is first asked for, once.
final class Made<Value: Sendable>: Sendable {
    private let made = Locked<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
        made.withLock {
            if let made = $0 { return made }
            let value = make()
            $0 = value
            return value
        }
    }
}
