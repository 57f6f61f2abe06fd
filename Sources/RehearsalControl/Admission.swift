import Rehearsal
import RehearsalPlatform

/// The authorization of requests to the control port.
///
/// A request needs the server's token or the key of its session, a `Host` that is accepted, and no foreign `Origin`.
/// A connection from this machine proves nothing: every user of the machine can open one.
struct Admission: Sendable {
    /// The token that permits every operation.
    let token: String
    /// The accepted values of `Host`, such as `127.0.0.1:8081`; empty for any.
    let hosts: Set<String>

    /// The credential of a request.
    enum Visitor: Equatable {
        /// The server's own token.
        case owner
        /// A token that may be the key of a session.
        case holder(of: String)
    }

    /// Returns the credential of a request.
    ///
    /// - Throws: an error if the host, the origin or the form of the token is not accepted.
    func visitor(_ headers: Scenario.Headers) throws(Refusal) -> Visitor {
        let host = headers["Host"]?.lowercased() ?? ""
        // DNS rebinding: a page may reach this port by a host name that resolves to this machine for a moment.
        guard hosts.isEmpty || hosts.contains(host) else {
            let names = hosts.sorted().joined(separator: ", ")
            throw Refusal(403, "host", "The Host \"\(host)\" is not accepted.", detail: "Accepted: \(names).")
        }
        if let origin = headers["Origin"]?.lowercased(), origin != "http://\(host)" {
            throw Refusal(
                403,
                "origin",
                "Requests of the origin \"\(origin)\" are not accepted.",
                detail: "Send the request from a program that sets no Origin."
            )
        }
        guard let given = headers["Authorization"] else {
            throw Self.unauthorized("The request has no token.")
        }
        let parts = given.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Self.unauthorized("The header Authorization is not \"Bearer TOKEN\".")
        }
        let secret = String(parts[1])
        return Secret.areEqual(secret, token) ? .owner : .holder(of: secret)
    }

    /// Checks whether a credential permits an operation.
    ///
    /// - Parameter key: the key of the session in the path; nil if there is none.
    /// - Throws: an error if it does not.
    func check(_ visitor: Visitor, _ operation: Operation, key: String?) throws(Refusal) {
        switch visitor {
        case .owner: return
        case .holder(of: let secret):
            guard operation.isAboutSession, !operation.isForOwner, let key, Secret.areEqual(secret, key) else {
                // A wrong key for a session that exists is 403; every other failure is 401.
                throw operation.isAboutSession && key != nil && !operation.isForOwner
                    ? Refusal(403, "not-yours", "The token is for another session.", detail: "Send this session's key.")
                    : Self.unauthorized("The token is not the server's.")
            }
        }
    }

    /// - Throws: an error if the credential is neither the server's token nor the key of a session.
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
                "Send \"Authorization: Bearer TOKEN\" with the token of the state file, or the session's key."
        )
        refusal.headers = ["WWW-Authenticate": "Bearer"]
        return refusal
    }
}

/// The authorization settings, which are complete once the port is known; until then every request is rejected.
final class Gate: Sendable {
    private let token: String
    private let hosts = Locked<Set<String>?>(nil)

    init(token: String) { self.token = token }

    func open(_ hosts: Set<String>) { self.hosts.withLock { $0 = hosts } }

    var admission: Admission? {
        hosts.withLock { $0 }.map { Admission(token: token, hosts: $0) }
    }
}

/// Random tokens.
package enum Secret {
    /// Returns 128 random bits in hexadecimal.
    package static func made() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in generator.next().hexadecimal }.joined()
    }

    /// Whether two texts are equal, compared in constant time for a given length.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
