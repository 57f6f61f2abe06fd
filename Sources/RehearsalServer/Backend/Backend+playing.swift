public import Rehearsal
import RehearsalPlatform

extension Backend {
    /// Plays another scenario on the same port, with the same journal, from the beginning.
    ///
    /// Connections stay, and exchanges that are open end as they would have; replies that are held go. Requests that
    /// come after it has returned are answered by the new one, on every connection.
    ///
    /// - Throws: ``StartError`` if the scenario cannot be played; what is played then goes on.
    public func play(_ scenario: Scenario) throws(StartError) {
        let playbook: Playbook
        do throws(Playbook.Malformed) {
            playbook = try Playbook(scenario)
        } catch {
            throw StartError(description: "the scenario \"\(scenario.name)\" cannot be played: \(error)")
        }
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
