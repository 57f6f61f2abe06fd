import Rehearsal
import RehearsalPlatform
package import RehearsalServer

/// The sessions of one server, by name.
///
/// The first session exists as long as the server. Clients create and end the others. A session with a lease also ends
/// if it is not used for that time.
package final class Sessions: Sendable {
    /// The name of the first session.
    package static let mainName = "main"
    static let namePattern = "^[A-Za-z0-9._-]{1,64}$"

    let mainBackend: Backend
    private let options: Backend.Options
    private let state: Locked<State>

    /// A session with its key and its lease.
    struct ManagedSession: Sendable {
        let name: String
        let backend: Backend
        /// The token that permits operations on this session only; nil for the first session.
        let key: String?
        var lease: Duration?
        /// The time of expiry on the clock of the journal, in nanoseconds; nil if the session does not expire.
        var expiresAt: Int64?
        /// The progress of the backend when the lease was last checked. It changes if clients use the session.
        var progress = 0
    }

    private struct State {
        var members: [String: ManagedSession]
        var createdCount = 0
        var endedCount = 0
        var timer: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - main: the first session, whose port is shared.
    ///   - options: the options of the sessions that clients create.
    package init(main: Backend, options: Backend.Options) {
        self.mainBackend = main
        self.options = options
        state = Locked(State(members: [Self.mainName: ManagedSession(name: Self.mainName, backend: main, key: nil)]))
    }

    static func isName(_ text: String) -> Bool { Backend.isName(text) }

    subscript(name: String) -> ManagedSession? { state.withLock { $0.members[name] } }

    /// Every session, sorted by name.
    var all: [ManagedSession] { state.withLock { $0.members.values.sorted { $0.name < $1.name } } }
    package var count: Int { state.withLock { $0.members.count } }

    /// Starts a session that plays a scenario.
    ///
    /// - Parameters:
    ///   - name: the name of the session; nil for a new name, such as `k1`.
    ///   - port: a port of its own, where 0 selects a free port; nil to share the port of the first session, below
    ///     `/~NAME`.
    func create(_ scenario: Scenario, named name: String?, port: Int?, lease: Duration?) throws(Backend.StartError)
        -> ManagedSession
    {
        let name = name ?? nextName()
        var options = options
        options.port = port ?? 0
        options.sharesPort = false
        guard self[name] == nil else { throw Self.nameInUse(name) }
        let backend =
            if port == nil {
                try Backend.start(scenario, as: name, on: mainBackend, options: options)
            } else {
                try Backend.start(scenario, options: options)
            }
        var member = ManagedSession(name: name, backend: backend, key: AccessToken.random())
        Self.extend(&member, lease, at: SystemClock.now())
        let isAdded = state.withLock {
            guard $0.members[name] == nil else { return false }
            $0.members[name] = member
            return true
        }
        guard isAdded else { throw Self.nameInUse(name) }
        watchLeases()
        return member
    }

    private static func nameInUse(_ name: String) -> Backend.StartError {
        Backend.StartError(description: "a session named \"\(name)\" exists; end it, or choose another name")
    }

    /// Returns the next name that is not in use: `k1`, `k2`. It is short, because users type it.
    private func nextName() -> String {
        state.withLock {
            repeat { $0.createdCount += 1 } while $0.members["k\($0.createdCount)"] != nil
            return "k\($0.createdCount)"
        }
    }

    /// Ends a session. Returns false if no session has that name, or if it is the first session.
    func end(_ name: String) async -> Bool {
        guard name != Self.mainName, let member = state.withLock({ $0.members.removeValue(forKey: name) }) else {
            return false
        }
        await member.backend.stop()
        if shouldReleaseMemory() { Task.detached(priority: .background) { Memory.releaseFreed() } }
        return true
    }

    /// Returns whether enough sessions have ended, since memory was last released, to return their memory to the
    /// system.
    private func shouldReleaseMemory() -> Bool {
        state.withLock {
            $0.endedCount += 1
            guard $0.endedCount >= Self.sessionsPerRelease || $0.members.count == 1 else { return false }
            $0.endedCount = 0
            return true
        }
    }

    private static let sessionsPerRelease = 100

    /// Ends every session except the first.
    package func endAll() async {
        for member in all where member.name != Self.mainName { _ = await end(member.name) }
        state.withLock { $0.timer?.cancel() }
    }

    /// Sets the time without use after which a session ends; nil for none. Returns nil if the session does not exist.
    func setLease(_ lease: Duration?, of name: String) -> ManagedSession? {
        let member = state.withLock { state -> ManagedSession? in
            guard var member = state.members[name] else { return nil }
            Self.extend(&member, lease, at: SystemClock.now())
            state.members[name] = member
            return member
        }
        watchLeases()
        return member
    }

    /// Renews the lease of a session, because an operation uses the session.
    func renewLease(_ name: String) {
        state.withLock {
            guard let lease = $0.members[name]?.lease else { return }
            $0.members[name]?.expiresAt = SystemClock.now() + lease.nanoseconds
        }
    }

    private static func extend(_ member: inout ManagedSession, _ lease: Duration?, at now: Int64) {
        member.lease = lease
        member.expiresAt = lease.map { now + $0.nanoseconds }
    }

    /// Ends the sessions whose lease has expired. Renews the lease instead if clients have sent requests to the
    /// session.
    ///
    /// - Returns: the instant at which the next lease may expire; nil if no session has one.
    @discardableResult
    func endExpired(at now: Int64) async -> Int64? {
        let expired = state.withLock { state -> [String] in
            var expired: [String] = []
            for (name, member) in state.members {
                guard let lease = member.lease, let expiresAt = member.expiresAt, expiresAt <= now else { continue }
                let progress = member.backend.progress
                if progress == member.progress {
                    expired.append(name)
                } else {
                    state.members[name]?.progress = progress
                    state.members[name]?.expiresAt = now + lease.nanoseconds
                }
            }
            return expired
        }
        for name in expired { _ = await end(name) }
        return state.withLock { $0.members.values.compactMap(\.expiresAt).min() }
    }

    /// Starts a task that checks the leases whenever one of them may have expired.
    private func watchLeases() {
        state.withLock {
            $0.timer?.cancel()
            guard var next = $0.members.values.compactMap(\.expiresAt).min() else { return }
            $0.timer = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .nanoseconds(max(0, next - SystemClock.now())))
                    guard !Task.isCancelled, let following = await self?.endExpired(at: SystemClock.now()) else {
                        return
                    }
                    next = following
                }
            }
        }
    }
}

extension Sessions.ManagedSession {
    /// The session as a JSON object of the API.
    var json: JSON {
        let scenario = backend.scenario
        let sharesPort = backend.isOnSharedPort
        return [
            "name": .string(name),
            "scenario": .string(scenario.name),
            "summary": .string(scenario.summary),
            "baseURL": .string(backend.origin),
            "port": sharesPort ? .null : JSON(integerLiteral: backend.port),
            "prefix": sharesPort ? .string("/~\(name)") : .null,
            "play": JSON(integerLiteral: backend.runCount),
            "requests": JSON(integerLiteral: backend.journal.count),
            "unexpected": JSON(integerLiteral: backend.unexpectedCount),
            "holds": .array(backend.holds.map { .string($0) }),
            "waiting": .array(backend.waitingHolds.map { .string($0) }),
            "expiresAt": expiresAt.map { .string(Self.date(of: $0)) } ?? .null,
        ]
    }

    /// Returns the date of an instant on the clock of the journal (RFC 3339).
    private static func date(of instant: Int64) -> String {
        TimeFormat.iso.text(of: SystemClock.wallMilliseconds() + (instant - SystemClock.now()) / 1_000_000)
    }

    static let schema = OpenAPI.object(
        [
            "name": ["type": "string"],
            "scenario": ["type": "string", "description": "the name of the scenario that the session plays"],
            "summary": ["type": "string"],
            "baseURL": ["type": "string", "description": "the URL that clients connect to"],
            "port": [
                "type": ["integer", "null"], "description": "null if the session shares the port of the first session",
            ],
            "prefix": ["type": ["string", "null"], "description": "the prefix of request paths on the shared port"],
            "play": [
                "type": "integer", "description": "how often the scenario was switched, reset or changed",
            ],
            "requests": ["type": "integer", "description": "the number of requests received"],
            "unexpected": ["type": "integer", "description": "the number of requests that matched no endpoint"],
            "holds": [
                "type": "array", "items": ["type": "string"], "description": "the names of the holds in the scenario",
            ],
            "waiting": [
                "type": "array", "items": ["type": "string"],
                "description": "the names of the holds for which replies are waiting",
            ],
            "expiresAt": [
                "type": ["string", "null"],
                "description": "the time (RFC 3339) at which the session ends, unless it is used before",
            ],
        ],
        optional: [
            "key": ["type": "string", "description": "the session's token; sent once, to the client that created it"]
        ]
    )
}
