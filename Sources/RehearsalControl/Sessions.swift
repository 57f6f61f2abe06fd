import Rehearsal
import RehearsalPlatform
package import RehearsalServer

/// The sessions of one server, by name.
///
/// The one that the server began with is there as long as the server; others are made and ended by whoever asks, or end
/// when nobody has had to do with them for as long as their lease says.
package final class Sessions: Sendable {
    /// What the server began with.
    package static let first = "main"
    static let namePattern = "^[A-Za-z0-9._-]{1,64}$"

    let front: Backend
    private let options: Backend.Options
    private let state: Locked<State>

    /// A session and what there is to know about it.
    struct Member: Sendable {
        let name: String
        let backend: Backend
        /// What lets others than the server's owner have to do with it; nil for the first.
        let key: String?
        var lease: Duration?
        /// On the clock of the journal; nil if it stays.
        var expiresAt: Int64?
        /// What its journal had by when its lease was last looked at.
        var progress = 0
    }

    private struct State {
        var members: [String: Member]
        var made = 0
        var ended = 0
        var timer: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - front: the session that the server began with, whose port is shared.
    ///   - options: how those that are made run.
    package init(front: Backend, options: Backend.Options) {
        self.front = front
        self.options = options
        state = Locked(State(members: [Self.first: Member(name: Self.first, backend: front, key: nil)]))
    }

    static func isName(_ text: String) -> Bool { Backend.isName(text) }

    subscript(name: String) -> Member? { state.withLock { $0.members[name] } }

    /// All of them, by name.
    var all: [Member] { state.withLock { $0.members.values.sorted { $0.name < $1.name } } }
    package var count: Int { state.withLock { $0.members.count } }

    /// Starts to play a scenario in a session of its own.
    ///
    /// - Parameters:
    ///   - name: nil for one that nobody has.
    ///   - port: of its own, 0 for any that is free; nil to be reached by its name on the front's port alone.
    func make(_ scenario: Scenario, named name: String?, port: Int?, lease: Duration?) throws(Backend.StartError)
        -> Member
    {
        let name = name ?? freeName()
        var options = options
        options.port = port ?? 0
        options.sharesPort = false
        guard self[name] == nil else { throw Self.isTaken(name) }
        let backend =
            if port == nil {
                try Backend.start(scenario, as: name, on: front, options: options)
            } else {
                try Backend.start(scenario, options: options)
            }
        var member = Member(name: name, backend: backend, key: Secret.made())
        Self.extend(&member, lease, at: SystemClock.now())
        let isAdded = state.withLock {
            guard $0.members[name] == nil else { return false }
            $0.members[name] = member
            return true
        }
        guard isAdded else { throw Self.isTaken(name) }
        watchLeases()
        return member
    }

    private static func isTaken(_ name: String) -> Backend.StartError {
        Backend.StartError(description: "there is a session \"\(name)\" already; end that one, or take another name")
    }

    /// `k1`, `k2`: short, as people type it.
    private func freeName() -> String {
        state.withLock {
            repeat { $0.made += 1 } while $0.members["k\($0.made)"] != nil
            return "k\($0.made)"
        }
    }

    /// Ends a session; false if there is none of that name, or if it is the first.
    func end(_ name: String) async -> Bool {
        guard name != Self.first, let member = state.withLock({ $0.members.removeValue(forKey: name) }) else {
            return false
        }
        await member.backend.stop()
        if hasEndedMany() { Task.detached(priority: .background) { Memory.giveBack() } }
        return true
    }

    /// Whether enough have ended since the last time for their memory to be worth the asking.
    private func hasEndedMany() -> Bool {
        state.withLock {
            $0.ended += 1
            guard $0.ended >= Self.many || $0.members.count == 1 else { return false }
            $0.ended = 0
            return true
        }
    }

    private static let many = 100

    /// Ends all but the first.
    package func endAll() async {
        for member in all where member.name != Self.first { _ = await end(member.name) }
        state.withLock { $0.timer?.cancel() }
    }

    /// Lets a session end when nobody has had to do with it for that long; nil lets it stay.
    func setLease(_ lease: Duration?, of name: String) -> Member? {
        let member = state.withLock { state -> Member? in
            guard var member = state.members[name] else { return nil }
            Self.extend(&member, lease, at: SystemClock.now())
            state.members[name] = member
            return member
        }
        watchLeases()
        return member
    }

    /// Somebody has to do with a session.
    func touch(_ name: String) {
        state.withLock {
            guard let lease = $0.members[name]?.lease else { return }
            $0.members[name]?.expiresAt = SystemClock.now() + lease.nanoseconds
        }
    }

    private static func extend(_ member: inout Member, _ lease: Duration?, at now: Int64) {
        member.lease = lease
        member.expiresAt = lease.map { now + $0.nanoseconds }
    }

    /// Ends those whose lease has run out; one that clients have had to do with since goes on for another.
    ///
    /// - Returns: when the next lease may run out.
    @discardableResult
    func expire(at now: Int64) async -> Int64? {
        let over = state.withLock { state -> [String] in
            var over: [String] = []
            for (name, member) in state.members {
                guard let lease = member.lease, let expiresAt = member.expiresAt, expiresAt <= now else { continue }
                let progress = member.backend.progress
                if progress == member.progress {
                    over.append(name)
                } else {
                    state.members[name]?.progress = progress
                    state.members[name]?.expiresAt = now + lease.nanoseconds
                }
            }
            return over
        }
        for name in over { _ = await end(name) }
        return state.withLock { $0.members.values.compactMap(\.expiresAt).min() }
    }

    /// Looks at the leases whenever one may have run out.
    private func watchLeases() {
        state.withLock {
            $0.timer?.cancel()
            guard var next = $0.members.values.compactMap(\.expiresAt).min() else { return }
            $0.timer = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .nanoseconds(max(0, next - SystemClock.now())))
                    guard !Task.isCancelled, let later = await self?.expire(at: SystemClock.now()) else { return }
                    next = later
                }
            }
        }
    }
}

extension Sessions.Member {
    /// As the API shows it.
    var json: JSON {
        let scenario = backend.scenario
        let isPrefix = backend.isOnSharedPort
        return [
            "name": .string(name),
            "scenario": .string(scenario.name),
            "summary": .string(scenario.summary),
            "baseURL": .string(backend.origin),
            "port": isPrefix ? .null : JSON(integerLiteral: backend.port),
            "prefix": isPrefix ? .string("/~\(name)") : .null,
            "play": JSON(integerLiteral: backend.plays),
            "requests": JSON(integerLiteral: backend.journal.count),
            "unexpected": JSON(integerLiteral: backend.unexpectedCount),
            "holds": .array(backend.holds.map { .string($0) }),
            "waiting": .array(backend.waitingHolds.map { .string($0) }),
            "expiresAt": expiresAt.map { .string(Self.date(of: $0)) } ?? .null,
        ]
    }

    /// An instant of the journal's clock as a date.
    private static func date(of instant: Int64) -> String {
        TimeFormat.iso.text(of: SystemClock.wallMilliseconds() + (instant - SystemClock.now()) / 1_000_000)
    }

    static let schema = OpenAPI.object(
        [
            "name": ["type": "string"],
            "scenario": ["type": "string", "description": "the name of what it plays"],
            "summary": ["type": "string"],
            "baseURL": ["type": "string", "description": "where its clients reach it"],
            "port": ["type": ["integer", "null"], "description": "its own; null if it shares that of the first"],
            "prefix": ["type": ["string", "null"], "description": "before the paths of requests on the shared port"],
            "play": [
                "type": "integer", "description": "how often it has begun to play something else, or the same anew",
            ],
            "requests": ["type": "integer", "description": "requests that have arrived"],
            "unexpected": ["type": "integer", "description": "requests that nothing answered"],
            "holds": [
                "type": "array", "items": ["type": "string"], "description": "names by which replies are held",
            ],
            "waiting": [
                "type": "array", "items": ["type": "string"], "description": "those by which replies wait now",
            ],
            "expiresAt": [
                "type": ["string", "null"], "description": "when it ends if nobody has to do with it; RFC 3339",
            ],
        ],
        optional: [
            "key": ["type": "string", "description": "said once, to who made it: what proves that it is theirs"]
        ]
    )
}
