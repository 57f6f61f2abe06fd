import Rehearsal

/// Who may ask what: a page in a browser may not, nor one that a name leads here which is not ours, nor who has no
/// right to a session.
struct Admission: Sendable {
    /// Lets in whoever holds it, for everything.
    let token: String
    /// `127.0.0.1:8081` and the like, by which we are asked for; empty for any.
    let hosts: Set<String>
    /// Whether only who holds the token, or the key of the session, may ask anything at all.
    let needsToken: Bool

    /// What is known of who asks.
    enum Visitor: Equatable {
        /// Holds the server's own token.
        case owner
        /// Holds what may be the key of a session.
        case holder(of: String)
        /// Says nothing, and asks from this machine.
        case nobody
    }

    /// - Throws: a refusal, if nothing at all may be asked.
    func visitor(_ headers: Scenario.Headers) throws(Refusal) -> Visitor {
        let host = headers["Host"]?.lowercased() ?? ""
        // A name that leads to this machine only for as long as a browser asks is how other people's pages get here.
        guard hosts.isEmpty || hosts.contains(host) else {
            let names = hosts.sorted().joined(separator: ", ")
            throw Refusal(403, "host", "This is not asked for as \"\(host)\".", detail: "It is: \(names).")
        }
        if let origin = headers["Origin"]?.lowercased(), origin != "http://\(host)" {
            throw Refusal(
                403,
                "origin",
                "Pages of \"\(origin)\" may not control this server.",
                detail: "Ask from a program, which sends no Origin."
            )
        }
        guard let given = headers["Authorization"] else {
            if needsToken { throw Self.unauthorized("A token is needed.") }
            return .nobody
        }
        let parts = given.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Self.unauthorized("The header Authorization is no \"Bearer TOKEN\".")
        }
        let secret = String(parts[1])
        return Secret.areEqual(secret, token) ? .owner : .holder(of: secret)
    }

    /// - Throws: a refusal, if the visitor may not ask that.
    func check(_ visitor: Visitor, _ operation: Operation, key: String?) throws(Refusal) {
        switch visitor {
        case .owner: return
        case .nobody:
            if operation.isForOwner { throw Self.unauthorized("Only who holds the server's token may do that.") }
            if operation.isAboutSession, key != nil { throw Self.unauthorized("The key of the session is needed.") }
        case .holder(of: let secret):
            guard operation.isAboutSession, !operation.isForOwner, let key, Secret.areEqual(secret, key) else {
                // Whoever holds a key to something else has no right here, and asks in vain for more.
                throw operation.isAboutSession && key != nil && !operation.isForOwner
                    ? Refusal(403, "not-yours", "The session is somebody else's.", detail: "Its own key opens it.")
                    : Self.unauthorized("The token is not the server's.")
            }
        }
    }

    static func unauthorized(_ title: String) -> Refusal {
        var refusal = Refusal(
            401,
            "token",
            title,
            detail:
                "Send \"Authorization: Bearer TOKEN\": the server's, from its state file, or the key of the session."
        )
        refusal.headers = ["WWW-Authenticate": "Bearer"]
        return refusal
    }
}
