extension Scenario.Auth.Bearer {
    /// Refuses what cannot be played.
    func check() throws(Playbook.Malformed) {
        func refuse(_ reason: String) -> Playbook.Malformed { Playbook.Malformed(subject: "auth", reason: reason) }
        if issues.isEmpty { throw refuse("nothing issues tokens, so nobody could be let in") }
        if token.tokens.isEmpty { throw refuse("the token is the whole reply; name its place: \"/access_token\"") }
        for issue in issues {
            if issue.rotates, issue.takes == nil { throw refuse("\"rotates\" is about a token that \"takes\" names") }
            if issue.takes?.tokens.isEmpty == true { throw refuse("\"takes\" is the whole body; name a place in it") }
        }
        switch lasts {
        case .uses(let count) where count < 1: throw refuse("a token lasts for at least one use, not \(count)")
        case .time(let duration) where duration <= .zero: throw refuse("a token lasts for longer than no time")
        case .untilReleased(""): throw refuse("a token that lasts until a release needs its name")
        default: break
        }
        if let reason = denied?.policyIllegality { throw refuse("its reply \"denied\": \(reason)") }
    }
}

extension Scenario.Auth.Bearer {
    /// Where replies may have refresh tokens, each place once.
    var refreshPlaces: [JSON.Pointer] {
        issues.compactMap(\.takes).reduce(into: []) { places, place in
            if place != token, !places.contains(place) { places.append(place) }
        }
    }
}

extension Scenario.Reply {
    /// Why a policy cannot give it; nil if it can.
    var policyIllegality: String? {
        if !(0...999).contains(status) { return "a status is 0 to 999, not \(status)" }
        if times != nil || !then.isEmpty || isRequired { return "it has no turns, and changes nothing" }
        for fault in faults {
            if let reason = fault.illegality { return reason }
            if case .requestBody = fault.stage { return "\(fault) would come before the request is decided about" }
        }
        return Fault.conflict(in: faults)
    }
}
