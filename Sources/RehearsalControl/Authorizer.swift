import Rehearsal
import RehearsalPlatform

/// The authorization of requests to the control port.
///
/// A request needs the server's token or the key of its session, an accepted `Host`, and no `Origin` other than that of
/// the control port. A connection from this machine is not authorized by itself, because every user of the machine can
/// open one.
struct Authorizer: Sendable {
    /// The token that permits every operation.
    let token: String
    /// The accepted values of `Host`, such as `127.0.0.1:8081`; empty for any.
    let hosts: Set<String>

    /// The credential of a request.
    enum Principal: Equatable {
        /// The token of the server.
        case serverToken
        /// A token that may be the key of a session.
        case sessionKey(of: String)
    }

    /// Checks the `Host` and `Origin` of a request.
    ///
    /// - Throws: an error if one of them is not accepted.
    func checkHost(_ headers: Scenario.Headers) throws(APIError) {
        let host = headers["Host"]?.lowercased() ?? ""
        // DNS rebinding: a web page may use a host name whose owner makes it resolve to this machine.
        guard hosts.isEmpty || hosts.contains(host) else {
            let names = hosts.sorted().joined(separator: ", ")
            throw APIError(403, "host", "The Host \"\(host)\" is not accepted.", detail: "Accepted: \(names).")
        }
        if let origin = headers["Origin"]?.lowercased(), origin != "http://\(host)" {
            throw APIError(
                403,
                "origin",
                "Requests from the origin \"\(origin)\" are not accepted.",
                detail: "Send the request from a program that sets no Origin."
            )
        }
    }

    /// Checks the `Host` and `Origin` of a request, and returns its credential.
    ///
    /// - Throws: an error if the host or the origin is not accepted, or the token is missing or malformed.
    func principal(_ headers: Scenario.Headers) throws(APIError) -> Principal {
        try checkHost(headers)
        guard let credentials = headers["Authorization"] else {
            throw Self.unauthorized("The request has no token.")
        }
        let parts = credentials.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Self.unauthorized("The header Authorization is not \"Bearer TOKEN\".")
        }
        let secret = String(parts[1])
        return AccessToken.areEqualInConstantTime(secret, token) ? .serverToken : .sessionKey(of: secret)
    }

    /// Checks whether a credential permits an operation.
    ///
    /// - Parameter key: the key of the session in the path; nil if no such session exists or it has no key.
    /// - Throws: an error if the credential does not permit it.
    func check(_ principal: Principal, _ operation: ControlOperation, key: String?) throws(APIError) {
        switch principal {
        case .serverToken: return
        case .sessionKey(of: let secret):
            guard operation.hasSessionInPath, !operation.requiresServerToken, let key,
                AccessToken.areEqualInConstantTime(secret, key)
            else {
                // A wrong key for an existing session receives 403; every other failure receives 401.
                throw operation.hasSessionInPath && key != nil && !operation.requiresServerToken
                    ? APIError(
                        403,
                        "not-yours",
                        "The token is for another session.",
                        detail: "Send this session's key."
                    )
                    : Self.unauthorized("The token is not the server's.")
            }
        }
    }

    /// Checks whether a credential is the server's token or the key of a session.
    ///
    /// - Throws: an error if it is neither.
    func check(_ principal: Principal, keys: [String]) throws(APIError) {
        guard case .sessionKey(of: let secret) = principal else { return }
        guard keys.contains(where: { AccessToken.areEqualInConstantTime(secret, $0) }) else {
            throw Self.unauthorized("The token is not the server's.")
        }
    }

    static func unauthorized(_ title: String) -> APIError {
        var error = APIError(
            401,
            "token",
            title,
            detail:
                "Send \"Authorization: Bearer TOKEN\" with the token in the server's state file, or the session's key."
        )
        error.headers = ["WWW-Authenticate": "Bearer"]
        return error
    }
}

/// The authorization settings. They are complete once the port is known; until then, every request is rejected.
final class AuthorizationState: Sendable {
    private let token: String
    private let hosts = Locked<Set<String>?>(nil)

    init(token: String) { self.token = token }

    func setHosts(_ hosts: Set<String>) { self.hosts.withLock { $0 = hosts } }

    var authorizer: Authorizer? {
        hosts.withLock { $0 }.map { Authorizer(token: token, hosts: $0) }
    }
}

/// Random tokens, and their comparison in constant time.
package enum AccessToken {
    /// Returns 128 random bits in hexadecimal.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in generator.next().hexadecimal }.joined()
    }

    /// Returns whether two texts are equal. The time of the comparison depends only on their lengths.
    static func areEqualInConstantTime(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
