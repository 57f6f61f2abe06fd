public import Rehearsal
import RehearsalPlatform

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A fake HTTP server that runs a scenario on a port of this machine.
///
/// Each backend has its own state, faults, journal and port, so several can run in one process in parallel.
public final class Backend: ScenarioPlayer {
    /// The TCP port of the backend; ``Options/reach`` determines its addresses.
    public let port: Int
    /// The URL for clients on this machine: `http://127.0.0.1:PORT`.
    public let baseURL: URL
    /// The URL with the name `localhost`, for apps that App Transport Security lets reach local names only.
    ///
    /// `NSAllowsLocalNetworking` also covers addresses such as 127.0.0.1 since iOS 17.
    public var localhostURL: URL {
        URL(string: origin.replacing("//127.0.0.1:", with: "//localhost:", maxReplacements: 1)) ?? baseURL
    }
    /// The URLs for clients on other devices, the one that is most likely reachable first.
    ///
    /// They contain the addresses that this machine had at the start of the backend, and its mDNS name. The array is
    /// empty unless ``Options/reach`` is ``BindScope/network``.
    public var deviceURLs: [URL] { deviceOrigins.compactMap { URL(string: $0) } }

    let session: Session
    /// The changes of the scenario while it runs.
    package let amendments = Amendments()
    /// The session that owns the shared port, and the name of this session on it; nil if the port is not shared.
    private let neighborhood: (front: Session, name: [UInt8])?
    /// The text of ``baseURL``.
    package let origin: String
    /// ``deviceURLs`` as text.
    package let deviceOrigins: [String]
    /// The origin of links in replies: it replaces recorded origins and is the value of `{{baseURL}}`.
    package let linkOrigin: String
    /// ``Options/onEnd``.
    package let onEnd: (@Sendable (_ hasFailed: Bool) async -> [String])?
    /// ``Options/onRelease``.
    private let onRelease: (@Sendable (UnjudgedRun) -> Void)?

    /// Options of a backend.
    public struct Options: Sendable {
        /// The TCP port, 0 to 65535; 0 selects a free port.
        public var port = 0
        /// The choice of the clients that can connect.
        public var reach = BindScope.loopback
        /// The maximum size of the journal in bytes; a larger journal discards its oldest entries.
        public var journalBytes = 4 << 20
        /// The limits on the sizes and the durations of requests.
        public var limits = Limits()
        /// The rules of HTTP/1.1 whose violation is tolerated.
        public var leniency: Leniency = .browserTargets
        /// The clock of the backend and its clients; nil for the system clock.
        public var clock: VirtualClock?
        /// The event loops of the backend; nil for one of the shared loops of this process.
        package var loops: LoopGroup?
        /// The origin of links in replies; nil for the first device URL or, without one, `baseURL`.
        package var linkOrigin: String?
        /// Whether other backends can share its port; see ``Backend/start(_:as:on:options:)``.
        package var sharesPort = false
        /// The size of the wire capture for a ``JournalFollower`` in bytes; nil captures no replies.
        package var replyBytes: Int?
        /// A closure that creates the redaction of a session's displayed entries; the journal itself is not redacted.
        package var redaction: @Sendable () -> Redaction = { Redaction(salt: UInt64.random(in: 0...UInt64.max)) }
        /// Whether the journal records the delay that the server's event loop caused in each exchange.
        package var measuresLateness = false
        /// Whether the virtual clock advances although a reply waits for its hold.
        package var clockAdvancesDuringHolds = false
        /// A closure that receives a run whose backend is released before anything has judged it; nil for none.
        package var onRelease: (@Sendable (UnjudgedRun) -> Void)?
        /// A closure that a test calls when it ends the run, with whether it has failed; the result is its problems.
        package var onEnd: (@Sendable (_ hasFailed: Bool) async -> [String])?

        /// Creates the default options.
        public init() {}
    }

    /// The error of a backend that cannot start.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        /// The cause and the remedy, in one sentence.
        public let description: String
        /// The port that another process uses; nil if the error has another cause.
        package let usedPort: Int?

        /// Creates an error.
        package init(description: String, usedPort: Int? = nil) {
            (self.description, self.usedPort) = (description, usedPort)
        }
    }

    /// Starts a backend on the shared port of another backend.
    ///
    /// It receives the requests whose path begins with `/~NAME/` or that have the field `Rehearsal-Session: NAME`.
    ///
    /// - Throws: ``StartError`` if the port is not shared, the scenario cannot run on a shared port, or the name is not
    ///   valid or is taken.
    package static func start(
        _ scenario: Scenario,
        as name: String,
        on front: Backend,
        options: Options = Options(),
    ) throws(StartError) -> Backend {
        try Backend(scenario, as: name, on: front, options)
    }

    private init(_ scenario: Scenario, as name: String, on front: Backend, _ options: Options) throws(StartError) {
        guard SessionSelector.isName(name.utf8) else {
            throw StartError(
                description: "\"\(name)\" is not a valid session name; a name has 1 to \(SessionSelector.mostBytes) "
                    + "letters, digits, \"-\", \".\" and \"_\""
            )
        }
        guard scenario.network.isEmpty else {
            throw StartError(
                description: "the scenario \"\(scenario.name)\" has \"network\", which affects every session on a "
                    + "shared port; give the session a port of its own"
            )
        }
        guard let sharedPortSessions = front.session.sharedPortSessions else {
            throw Self.notShared(front, name)
        }
        let compiledScenario = try Self.compiledScenario(of: scenario)
        port = front.port
        origin = "\(front.origin)/~\(name)"
        guard let url = URL(string: origin) else { throw StartError(description: "\(origin) is not a valid URL") }
        baseURL = url
        deviceOrigins = front.deviceOrigins.map { "\($0)/~\(name)" }
        linkOrigin = options.linkOrigin ?? "\(front.linkOrigin)/~\(name)"
        let loops = front.session.loops
        session = Session(
            scenario,
            compiledScenario: compiledScenario,
            origin: linkOrigin,
            options: options,
            loops: loops
        )
        neighborhood = (front.session, Array(name.utf8))
        onRelease = options.onRelease
        onEnd = options.onEnd
        guard sharedPortSessions.add(session, named: Array(name.utf8)) else {
            throw StartError(description: "the session \"\(name)\" exists already; end it, or choose another name")
        }
    }

    /// Returns the error of a session that cannot start on a backend, because the backend does not share its port.
    private static func notShared(_ front: Backend, _ name: String) -> StartError {
        let owner = front.isOnSharedPort ? "a session of port \(front.port)" : "port \(front.port)"
        let remedy =
            front.isOnSharedPort
            ? "start it on the backend that owns the port" : "start that backend with sharesPort = true"
        return StartError(
            description: "the session \"\(name)\" cannot start on \(owner), which is not shared; "
                + "\(remedy), or give the session a port of its own"
        )
    }

    /// - Parameter compiled: the compiled scenario; nil to compile it.
    init(
        _ scenario: Scenario,
        _ options: Options,
        compiled: CompiledScenario? = nil,
    ) throws(StartError) {
        do {
            guard (0...65_535).contains(options.port) else {
                throw StartError(description: "\(options.port) is not a valid port; use 0 to 65535")
            }
            let compiledScenario = try compiled ?? Self.compiledScenario(of: scenario)
            let group = try options.loops ?? LoopGroup.shared.get()
            let listening = try ListeningSockets.open(
                options.reach.scope,
                port: options.port,
                listens: scenario.network.first?.state != .refusing
            )
            port = listening.port
            neighborhood = nil
            onRelease = options.onRelease
            onEnd = options.onEnd
            origin = "http://127.0.0.1:\(listening.port)"
            guard let url = URL(string: origin) else { throw StartError(description: "\(origin) is not a valid URL") }
            baseURL = url
            deviceOrigins = options.reach == .loopback ? [] : DeviceURLs.urls(port: listening.port)
            linkOrigin = options.linkOrigin ?? deviceOrigins.first ?? origin
            let loops = options.loops == nil ? [group.next()] : group.loops
            session = Session(
                scenario,
                compiledScenario: compiledScenario,
                origin: linkOrigin,
                options: options,
                loops: loops
            )
            let session = session
            let run = session.run
            for loop in loops { loop.submit { $0.register(session, run) } }
            loops[0].submit { $0.listen(listening.sockets, for: session) }
        } catch let error as StartError {
            throw error
        } catch let error as SystemError where error.code == EADDRINUSE {
            let hint =
                options.port == 0
                ? "no port is free; a closed connection keeps its port for a minute, so wait and try again"
                : "port \(options.port) is in use by another program; stop it, or choose another port "
                    + "(--port 0 selects a free one)"
            throw StartError(description: hint, usedPort: options.port)
        } catch {
            throw StartError(description: "\(error)")
        }
    }

    /// Compiles a scenario.
    ///
    /// - Throws: ``StartError`` if it is not valid.
    package static func compiledScenario(of scenario: Scenario) throws(StartError) -> CompiledScenario {
        do throws(CompiledScenario.CompilationError) { return try CompiledScenario(scenario) } catch {
            throw StartError(description: "the scenario \"\(scenario.name)\" is not valid: \(error)")
        }
    }

    deinit {
        let session = session
        if let onRelease { onRelease(UnjudgedRun(session)) }
        leaveSharedPort()
        // The end of a session on its shared port can move a connection to a port owner that has stopped.
        let hasEnded = session.lock.withLock { session.isStopped } && session.sharedPortSessions == nil
        guard !hasEnded else { return }
        for loop in session.loops { loop.submit { $0.end(session) } }
    }

    /// The virtual clock of the backend; nil for the system clock.
    public var clock: VirtualClock? { session.clock }

    /// The journal of requests, which is updated as they arrive.
    public var journal: Journal { Journal(source: session) }

    /// Stops the backend: closes its port and its connections.
    ///
    /// The journal records open exchanges as stopped before the call returns.
    public func stop() async {
        beginStop()
        await session.onEveryLoop { [session] in $0.end(session) }
    }

    /// Stops the backend, and ends its connections with a reset, so that none of them keeps its port for a minute.
    package func stopWithReset() async {
        beginStop()
        await session.onEveryLoop { [session] in $0.end(session, resetsConnections: true) }
    }

    /// Stops the backend and blocks the calling thread until it has stopped.
    package func stopAndWait() {
        beginStop()
        session.onEveryLoop { [session] in $0.end(session) }
    }

    /// Whether a text is a valid session name: 1 to 64 letters, digits, `-`, `.` and `_`.
    package static func isName(_ text: String) -> Bool { SessionSelector.isName(text.utf8) }

    /// Whether the backend runs on the port of another backend.
    package var isOnSharedPort: Bool { neighborhood != nil }

    private func beginStop() {
        leaveSharedPort()
        session.lock.withLock { session.isStopped = true }
    }

    /// Removes the session from its shared port.
    private func leaveSharedPort() {
        if let (front, name) = neighborhood { front.sharedPortSessions?.remove(session, named: name) }
    }
}

extension Backend {
    /// Starts a backend for a module whose own `start` takes precedence.
    package static func open(_ scenario: Scenario, _ options: Options) throws(StartError) -> Backend {
        try Backend(scenario, options)
    }

    /// Switches to another scenario, with the same port, connections and journal.
    ///
    /// Open exchanges end under the previous scenario, and the server sends the replies that wait for a hold. After the
    /// call returns, the new scenario decides every request.
    ///
    /// - Throws: ``StartError`` if the scenario is not valid; the current scenario then continues.
    public func play(_ scenario: Scenario) throws(StartError) {
        let compiledScenario = try Self.compiledScenario(of: scenario)
        let before = session.run.network
        let run = session.startRun(scenario, compiledScenario)
        if before != run.network {
            session.loops[0].submit { [session] in $0.restartNetwork(run.network, for: session) }
        }
        session.onEveryLoop { [session] in $0.setRun(run, for: session) }
    }

    /// The current scenario.
    public var scenario: Scenario { session.run.scenario }

    /// The current scenario run, for tests that observe its lifetime.
    package var currentRun: AnyObject { session.run }

    /// The number of scenario switches and resets.
    package var runCount: Int { Int(session.run.number) }

    /// Releases a hold: the server sends the replies that wait for it, and later replies do not wait.
    ///
    /// The call may precede the request. Tokens that are valid until this release expire; tokens issued later are valid
    /// until the next release.
    ///
    /// - Throws: ``UnknownHold`` if the name is not used by a reply, a network state or a token of the scenario.
    public func release(_ name: String) throws {
        let run = session.run
        let endsToken = run.compiled.policies?.endsTokenLifetime(for: name) ?? false
        let released = session.lock.withLock {
            if endsToken { run.latest.state.pointee.policyState?.recordRelease(name) }
            return session.holds.release(name)
        }
        let changesNetwork = run.network.contains { $0.until == .released(name) }
        guard released != nil || changesNetwork || endsToken else { throw unknownHold(name) }
        session.send(released ?? [])
        if changesNetwork { session.loops[0].submit { [session] in $0.release(name, for: session) } }
    }

    /// Closes a hold again after ``release(_:)``, so that later replies wait for it.
    ///
    /// - Throws: ``UnknownHold`` if no reply of the scenario has a hold with the name.
    public func hold(_ name: String) throws {
        guard session.lock.withLock({ session.holds.close(name) }) else { throw unknownHold(name) }
    }

    /// The names of the holds, sorted.
    package var holds: [String] { session.lock.withLock { session.holds.names } }

    /// The names of the holds for which at least one reply waits, sorted.
    package var waitingHolds: [String] { session.lock.withLock { session.holds.waiting } }

    /// The holds for which replies wait, by the ordinals of their exchanges.
    package var holdsOfWaitingReplies: [Int: Scenario.Hold] { session.lock.withLock { session.holds.holdsByOrdinal } }

    /// The error of a hold name that the scenario does not contain.
    public struct UnknownHold: Error, Sendable, CustomStringConvertible {
        /// The unknown name and the valid names.
        public let description: String
    }

    private func unknownHold(_ name: String) -> UnknownHold {
        let run = session.run
        let waiting = run.network.compactMap { if case .released(let name)? = $0.until { name } else { nil } }
        let ending = run.compiled.policies?.releaseNames ?? []
        let names = session.lock.withLock { session.holds.names } + waiting + ending
        let known = names.isEmpty ? "it has no holds" : "its holds are: \(names.joined(separator: ", "))"
        let scenario = session.run.name
        return UnknownHold(description: "the scenario \"\(scenario)\" has no hold named \"\(name)\"; \(known)")
    }

    /// Advances the time of the backend, which shortens every current delay and lifetime.
    ///
    /// This affects `Date`, `{{now}}`, delays, paces, network states, token lifetimes and rate windows of this backend.
    /// With a virtual clock, it affects all users of the clock. Request timeouts and the journal's clock do not change.
    ///
    /// - Parameter duration: the time to add; ignored unless positive. The sum is limited to 136 years.
    public func advance(by duration: Duration) {
        guard duration.nanoseconds > 0 else { return }
        if let clock { clock.advance(by: duration) } else { session.advance(by: duration.nanoseconds) }
    }

    /// The time by which the backend is ahead of the system clock.
    package var timeOffset: Duration { .nanoseconds(session.time.offset) }
}
