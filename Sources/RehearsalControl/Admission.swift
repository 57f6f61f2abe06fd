import Rehearsal
import RehearsalPlatform

/// Decides which requests the control port answers: none from a page in a browser, none for a host name that is not its
/// own, and none without the server's token or the key of the session that it is about.
///
/// A connection from this machine proves nothing: every user of the machine can open one.
struct Admission: Sendable {
    /// Permits every operation.
    let token: String
    /// `127.0.0.1:8081` and the like, by which we are asked for; empty for any.
    let hosts: Set<String>

    /// The right that a request proves.
    enum Visitor: Equatable {
        /// The server's own token.
        case owner
        /// A word that may be the key of a session.
        case holder(of: String)
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
            throw Self.unauthorized("A token is needed.")
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
        case .holder(of: let secret):
            guard operation.isAboutSession, !operation.isForOwner, let key, Secret.areEqual(secret, key) else {
                // Whoever holds a key to something else has no right here, and asks in vain for more.
                throw operation.isAboutSession && key != nil && !operation.isForOwner
                    ? Refusal(403, "not-yours", "The session is somebody else's.", detail: "Its own key opens it.")
                    : Self.unauthorized("The token is not the server's.")
            }
        }
    }

    /// - Throws: a refusal, if the visitor has neither the server's token nor the key of one of its sessions.
    func check(_ visitor: Visitor, keys: [String]) throws(Refusal) {
        guard case .holder(of: let secret) = visitor else { return }
        guard keys.contains(where: { Secret.areEqual(secret, $0) }) else {
            throw Self.unauthorized("The token is not the server's.")
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

/// Who may ask, which is known only when there is a port to be asked on: until then nobody may.
final class Gate: Sendable {
    private let token: String
    private let hosts = Locked<Set<String>?>(nil)

    init(token: String) { self.token = token }

    func open(_ hosts: Set<String>) { self.hosts.withLock { $0 = hosts } }

    var admission: Admission? {
        hosts.withLock { $0 }.map { Admission(token: token, hosts: $0) }
    }
}

/// Tokens that cannot be guessed.
package enum Secret {
    /// 128 random bits in hexadecimal.
    package static func made() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in generator.next().hexadecimal }.joined()
    }

    /// Whether two are the same, in a time that says nothing about where they differ.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
