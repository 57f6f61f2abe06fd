/// What changes while a scenario plays. One owner, one lock: whoever calls holds it.
package struct PlayState: Sendable {
    /// How many requests each endpoint has answered, by rank.
    package private(set) var turns: [Int]

    package init(_ playbook: Playbook) {
        turns = [Int](repeating: 0, count: playbook.endpoints.count)
    }

    /// The reply that the endpoint gives next, without taking its turn.
    package func nextTurn(of endpoint: Int, in playbook: Playbook) -> Int? {
        playbook.gists[endpoint].hasOneAnswer ? 0 : playbook.endpoints[endpoint].reply(forTurn: turns[endpoint])
    }

    /// Takes the endpoint's next turn: the reply that it gives now, or nil if it has none left.
    package mutating func takeTurn(of endpoint: Int, in playbook: Playbook) -> Int? {
        let turn = turns[endpoint]
        turns[endpoint] = turn &+ 1
        return playbook.gists[endpoint].hasOneAnswer ? 0 : playbook.endpoints[endpoint].reply(forTurn: turn)
    }
}
