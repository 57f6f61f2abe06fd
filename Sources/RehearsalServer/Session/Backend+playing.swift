public import Rehearsal

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
}
