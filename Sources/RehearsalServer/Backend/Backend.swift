public import Rehearsal
import RehearsalPlatform

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A backend that is not there: a scenario that plays on a port of this machine.
///
/// Each has everything of its own (state, faults, journal, port), so any number can run in one process, in parallel.
public final class Backend: Sendable {
    /// The port on 127.0.0.1 and, where there is IPv6, on ::1; with ``Reach/network`` on every address of this machine.
    public let port: Int
    /// `http://127.0.0.1:PORT`: for clients on this machine.
    public let baseURL: URL
    /// What clients on other devices of the network can use, the likeliest first; empty unless they reach it.
    ///
    /// These are the addresses that this machine had when the backend started, and the name that it may have there.
    public var deviceURLs: [URL] { deviceOrigins.compactMap { URL(string: $0) } }

    let session: Session
    /// Whose port it shares, and by which name; nil if it has one of its own.
    private let neighborhood: (front: Session, name: [UInt8])?
    package let origin: String
    /// ``deviceURLs`` as text.
    package let deviceOrigins: [String]
    /// Where links in replies lead: recorded origins become this one, and it is what `{{baseURL}}` stands for.
    package let linkOrigin: String

    /// How a backend runs.
    public struct Options: Sendable {
        /// 0 lets the system choose.
        public var port = 0
        /// Who can connect to it; this machine alone, where nothing is said.
        public var reach = Reach.loopback
        /// How much the journal may take before it forgets its oldest entries, in bytes.
        public var journalBytes = 4 << 20
        /// What a client may send, and how long it may take.
        public var limits = Limits()
        /// What rules clients may break and yet be answered; what browsers send in targets, where nothing is said.
        public var leniency: Leniency = .browserTargets
        /// What it and its clients wait by; nil for the time of this machine.
        public var clock: VirtualClock?
        /// Whose loops it runs on; nil means those of this process, on one of them.
        package var loops: LoopGroup?
        /// Where links in replies lead; nil means to the first device URL or, where there is none, to `baseURL`.
        package var linkOrigin: String?
        /// Whether others may be reached on its port; see ``Backend/start(_:as:on:options:)``.
        package var sharesPort = false
        /// How much of what is sent may wait for a ``JournalFollower`` that asks for it, in bytes; nil keeps nothing.
        package var replyBytes: Int?
        /// How the secrets of a session are taken out of what is shown of it; what its journal keeps has them.
        package var redaction: @Sendable () -> Redaction = { Redaction(salt: UInt64.random(in: 0...UInt64.max)) }
        /// Whether the journal says how late the server handled each exchange.
        package var measuresLateness = false

        /// What holds where nothing else is said.
        public init() {}
    }

    /// Why a backend did not start, and what to do about it.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        /// One sentence.
        public let description: String

        package init(description: String) { self.description = description }
    }

    /// Starts to play: when this returns, connections are accepted.
    ///
    /// - Throws: ``StartError`` if the scenario cannot be played or the port cannot be had.
    public static func start(_ scenario: Scenario, options: Options = Options()) throws(StartError) -> Backend {
        try Backend(scenario, options)
    }

    /// Starts to play on the port of another backend, which shares it: requests whose path begins with `/~NAME/`, or
    /// that have the header `Rehearsal-Session: NAME`, are for this one.
    ///
    /// - Throws: ``StartError`` if the scenario cannot be played there, or the name is taken.
    package static func start(
        _ scenario: Scenario,
        as name: String,
        on front: Backend,
        options: Options = Options(),
    ) throws(StartError) -> Backend {
        try Backend(scenario, as: name, on: front, options)
    }

    private init(_ scenario: Scenario, as name: String, on front: Backend, _ options: Options) throws(StartError) {
        guard SessionCall.isName(name.utf8) else {
            throw StartError(
                description: "\"\(name)\" cannot name a session: 1 to \(SessionCall.mostBytes) letters, digits, \"-\", "
                    + "\".\" and \"_\" can"
            )
        }
        guard scenario.network.isEmpty else {
            throw StartError(
                description: "the scenario \"\(scenario.name)\" says what happens to connections (\"network\"), and "
                    + "those of a shared port are everybody's; give the session a port of its own"
            )
        }
        let playbook = try Self.playbook(of: scenario)
        port = front.port
        origin = "\(front.origin)/~\(name)"
        guard let url = URL(string: origin) else { throw StartError(description: "\(origin) is no URL") }
        baseURL = url
        deviceOrigins = front.deviceOrigins.map { "\($0)/~\(name)" }
        linkOrigin = options.linkOrigin ?? "\(front.linkOrigin)/~\(name)"
        let loops = front.session.loops
        session = Session(scenario, playbook: playbook, origin: linkOrigin, options: options, loops: loops)
        neighborhood = (front.session, Array(name.utf8))
        guard front.session.neighbors?.add(session, named: Array(name.utf8)) ?? false else {
            throw StartError(description: "there is a session \"\(name)\" already; end that one, or take another name")
        }
    }

    private init(_ scenario: Scenario, _ options: Options) throws(StartError) {
        do {
            guard (0...65_535).contains(options.port) else {
                throw StartError(description: "a port is 0 to 65535, not \(options.port)")
            }
            let playbook = try Self.playbook(of: scenario)
            let group = try options.loops ?? LoopGroup.shared.get()
            let listening = try Listening.open(
                options.reach.scope,
                port: options.port,
                listens: scenario.network.first?.state != .refusing
            )
            port = listening.port
            neighborhood = nil
            origin = "http://127.0.0.1:\(listening.port)"
            guard let url = URL(string: origin) else { throw StartError(description: "\(origin) is no URL") }
            baseURL = url
            deviceOrigins = options.reach == .loopback ? [] : NetworkName.urls(port: listening.port)
            linkOrigin = options.linkOrigin ?? deviceOrigins.first ?? origin
            let loops = options.loops == nil ? [group.next()] : group.loops
            session = Session(scenario, playbook: playbook, origin: linkOrigin, options: options, loops: loops)
            let session = session
            let play = session.play
            for loop in loops { loop.submit { $0.welcome(session, play) } }
            loops[0].submit { $0.listen(listening.sockets, for: session) }
        } catch let error as StartError {
            throw error
        } catch let error as SystemError where error.code == EADDRINUSE {
            throw StartError(
                description: "port \(options.port) is in use by another program; stop it, or take another port "
                    + "(--port 0 takes any that is free)"
            )
        } catch {
            throw StartError(description: "\(error)")
        }
    }

    private static func playbook(of scenario: Scenario) throws(StartError) -> Playbook {
        do throws(Playbook.Malformed) { return try Playbook(scenario) } catch {
            throw StartError(description: "the scenario \"\(scenario.name)\" cannot be played: \(error)")
        }
    }

    deinit {
        let session = session
        leave()
        for loop in session.loops { loop.submit { $0.end(session) } }
    }

    /// What it waits by; nil for the time of this machine.
    public var clock: VirtualClock? { session.clock }

    /// What arrived, live.
    public var journal: Journal { Journal(source: session) }

    /// Stops: closes the port and every connection; open exchanges are on record as stopped when this returns.
    public func stop() async {
        leave()
        await session.onEveryLoop { [session] in $0.end(session) }
    }

    /// Stops as ``stop()`` does, and blocks until it is done: for threads that may block.
    package func stopAndWait() {
        leave()
        session.onEveryLoop { [session] in $0.end(session) }
    }

    /// Whether a session can have that name: 1 to 64 letters, digits, `-`, `.` and `_`.
    package static func isName(_ text: String) -> Bool { SessionCall.isName(text.utf8) }

    /// Whether it is reached on the port of another.
    package var isOnSharedPort: Bool { neighborhood != nil }

    /// No request finds it any more on the port that it shares.
    private func leave() {
        if let (front, name) = neighborhood { front.neighbors?.remove(session, named: name) }
    }
}

extension Backend {
    /// Plays another scenario on the same port, with the same journal, from the beginning.
    ///
    /// Connections stay, and exchanges that are open end as they would have; replies that are held go. Requests that
    /// come after it has returned are answered by the new one, on every connection.
    ///
    /// - Throws: ``StartError`` if the scenario cannot be played; what is played then goes on.
    public func play(_ scenario: Scenario) throws(StartError) {
        let playbook = try Self.playbook(of: scenario)
        let before = session.play.network
        let play = session.play(scenario, playbook)
        if before != play.network { session.loops[0].submit { [session] in $0.play(play.network, for: session) } }
        session.onEveryLoop { [session] in $0.take(play, for: session) }
    }

    /// Plays its scenario from the beginning: turns, state and what the network does begin anew, as with ``play(_:)``.
    public func reset() throws(StartError) { try play(session.play.scenario) }

    /// What it plays at this moment.
    public var scenario: Scenario { session.play.scenario }

    /// What a scenario has become while it plays, to see what is kept of it.
    package var playing: AnyObject { session.play }

    /// How often it has begun to play something else, or the same anew.
    package var plays: Int { Int(session.play.number) }

    /// Lets every reply go that is held by a name, those that wait and those that come later.
    ///
    /// Calling it before the request has arrived is as good as calling it after. Tokens that last until that name is
    /// released end; those that are issued later last until the next release.
    ///
    /// - Throws: ``UnknownHold`` if nothing in the scenario waits for that name.
    public func release(_ name: String) throws {
        let play = session.play
        let isPolicys = play.playbook.policies?.waits(for: name) ?? false
        let released = session.lock.withLock {
            if isPolicys { play.state.pointee.books?.release(name) }
            return session.gates.release(name)
        }
        let isWaitedFor = play.network.contains { $0.until == .released(name) }
        guard released != nil || isWaitedFor || isPolicys else { throw unknown(name) }
        session.go(released ?? [])
        if isWaitedFor { session.loops[0].submit { [session] in $0.release(name, for: session) } }
    }

    /// Holds replies by that name again, after ``release(_:)``.
    ///
    /// - Throws: ``UnknownHold`` if no reply of the scenario is held by that name.
    public func hold(_ name: String) throws {
        guard session.lock.withLock({ session.gates.close(name) }) else { throw unknown(name) }
    }

    /// The names by which replies are held, sorted.
    package var holds: [String] { session.lock.withLock { session.gates.names } }

    /// Those by which replies wait at this moment, sorted.
    package var waitingHolds: [String] { session.lock.withLock { session.gates.waiting } }

    /// A name that no reply of the scenario is held by.
    public struct UnknownHold: Error, Sendable, CustomStringConvertible {
        /// The name and those that there are.
        public let description: String
    }

    private func unknown(_ name: String) -> UnknownHold {
        let play = session.play
        let waiting = play.network.compactMap { if case .released(let name)? = $0.until { name } else { nil } }
        let ending = play.playbook.policies?.names ?? []
        let names = session.lock.withLock { session.gates.names } + waiting + ending
        let known = names.isEmpty ? "it holds none" : "it holds: \(names.joined(separator: ", "))"
        let scenario = session.play.name
        return UnknownHold(description: "no reply of \"\(scenario)\" is held by the name \"\(name)\"; \(known)")
    }

    /// Lets time pass at once: what waits for it, a delayed reply or a token that lasts for a while,
    /// waits that much less.
    ///
    /// It is the time of this backend alone: `Date`, `{{now}}`, delays, paces, what happens to the network, lifetimes
    /// and windows; with a virtual clock it is the clock that goes on, for everybody. How long a client may take to
    /// send its request is not changed by it, and neither is the journal's clock.
    ///
    /// - Parameter duration: nothing happens for one that is not positive. All of them together are at most 136 years;
    ///   what would go beyond that does not pass.
    public func advance(by duration: Duration) {
        guard duration.nanoseconds > 0 else { return }
        if let clock { clock.advance(by: duration) } else { session.advance(by: duration.nanoseconds) }
    }

    /// How far its time is ahead of this machine's.
    package var ahead: Duration { .nanoseconds(session.time.ahead) }
}
