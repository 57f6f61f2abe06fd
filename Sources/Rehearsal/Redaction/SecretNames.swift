/// A set of names of headers, parameters or members whose values are secret.
///
/// Names match if their letters and digits are equal, ignoring case: `accessToken`, `access_token`, `Access-Token`.
package struct SecretNames: Sendable, Hashable {
    private var names: Set<String>
    private var endings: Set<String>
    private var exceptions: Set<String>

    /// Creates a set from names in any spelling.
    ///
    /// - Parameters:
    ///   - endings: suffixes of secret names: `password` also matches `newPassword`.
    ///   - exceptions: names that are not secret although a name or a suffix matches them.
    package init(_ names: [String], endings: [String] = [], exceptions: [String] = []) {
        self.names = Set(names.map(Self.folded))
        self.endings = Set(endings.map(Self.folded))
        self.exceptions = Set(exceptions.map(Self.folded))
    }

    package func contains(_ name: some Sequence<UInt8>) -> Bool {
        let name = Self.folded(name)
        if name.isEmpty || exceptions.contains(name) { return false }
        return names.contains(name) || endings.contains { name.hasSuffix($0) }
    }

    package func contains(_ name: String) -> Bool { contains(name.utf8) }

    package mutating func insert(_ name: String) {
        names.insert(Self.folded(name))
        exceptions.remove(Self.folded(name))
    }

    package mutating func remove(_ name: String) {
        names.remove(Self.folded(name))
        exceptions.insert(Self.folded(name))
    }

    package func union(_ other: SecretNames) -> SecretNames {
        var union = self
        union.names.formUnion(other.names)
        union.endings.formUnion(other.endings)
        // An exception of one side does not apply to a name of the other side.
        union.exceptions = exceptions.union(other.exceptions).filter { !union.names.contains($0) }
        return union
    }

    static func folded(_ name: String) -> String { folded(name.utf8) }

    private static func folded(_ name: some Sequence<UInt8>) -> String {
        let lettersAndDigits = name.lazy.map(\.asciiLowercased).filter { byte in
            byte >= 0x80 || 0x61...0x7A ~= byte || byte.isDigit
        }
        return String(decoding: Array(lettersAndDigits), as: UTF8.self)
    }
}

extension SecretNames {
    /// The header names that are secret by default.
    package static let headers = SecretNames(
        [
            "Cookie", "Set-Cookie", "Private-Key", "DPoP", "X-Auth-Key", "X-Functions-Key", "X-RapidAPI-Key",
            "X-Session-ID", "X-Amzn-OIDC-Data", "X-Firebase-AppCheck", "Ocp-Apim-Subscription-Key",
            "X-Hub-Signature-256",
        ],
        endings: strongEndings + ["authorization", "signature", "assertion", "cookie", "masterKey", "sessionID"],
        exceptions: pagingTokens
    )

    /// The query and form names that are secret by default.
    package static let query = SecretNames(
        [
            "key", "code", "sig", "auth", "sid", "session", "pass", "otp", "pin", "assertion", "clientAssertion",
            "SAMLResponse", "SAMLRequest",
        ] + exchanged,
        endings: strongEndings + ["signature", "credential", "sessionID", "authorization"],
        exceptions: pagingTokens
    )

    /// The JSON member names that are secret by default.
    package static let members = SecretNames(
        [
            "pin", "otp", "cvv", "cvv2", "cvc", "csc", "pan", "ssn", "cookie", "credential", "credentials", "bearer",
            "securityCode",
        ] + exchanged,
        endings: strongEndings + ["cardNumber", "authorization", "sessionID", "setCookie"],
        exceptions: pagingTokens
    )

    /// The member names whose values are secret only if they look like credentials, unlike `"session": "morning"`.
    package static let ambiguousMembers = SecretNames(
        ["sid", "session", "auth", "signature", "pass", "assertion", "clientAssertion"]
    )

    private static let strongEndings = [
        "password", "passwd", "pwd", "passphrase", "passcode", "secret", "token", "jwt", "apiKey", "accessKey",
        "secretKey", "privateKey",
    ]

    /// The values that a client exchanges for a token (RFC 6749, RFC 7636, RFC 8628), and Azure's account key.
    private static let exchanged = ["authorizationCode", "codeVerifier", "deviceCode", "accountKey"]

    /// The names of pagination tokens, which are not secret: a client needs them to read the next page.
    private static let pagingTokens = [
        "pageToken", "nextPageToken", "prevPageToken", "previousPageToken", "nextToken", "continuationToken",
        "nextContinuationToken", "syncToken", "nextSyncToken",
    ]
}
