import Rehearsal
import RehearsalPlatform

extension Backend {
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
}
