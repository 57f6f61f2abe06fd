/// Which names of headers, parameters or members say that their value is a secret.
///
/// Names compare by their letters and digits, without regard to case: `accessToken`, `access_token` and `Access-Token`
/// are one name.
package struct SecretNames: Sendable, Hashable {
    private var names: Set<String>
    private var endings: Set<String>
    private var exceptions: Set<String>

    /// Takes names in any spelling.
    ///
    /// - Parameters:
    ///   - endings: A name that ends in one of these is secret too: `password` also stands for `newPassword`.
    ///   - exceptions: Names that are not secret although they are named, or end, like one.
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
        // What either side holds back stays back only if the other side does not name it.
        union.exceptions = exceptions.union(other.exceptions).filter { !union.names.contains($0) }
        return union
    }

    static func folded(_ name: String) -> String { folded(name.utf8) }

    private static func folded(_ name: some Sequence<UInt8>) -> String {
        let kept = name.lazy.map(\.asciiLowercased).filter { byte in
            byte >= 0x80 || 0x61...0x7A ~= byte || byte.isDigit
        }
        return String(decoding: Array(kept), as: UTF8.self)
    }
}

extension SecretNames {
    /// Header names that are secret unless somebody says otherwise.
    package static let headers = SecretNames(
        [
            "Cookie", "Set-Cookie", "Private-Key", "DPoP", "X-Auth-Key", "X-Functions-Key", "X-RapidAPI-Key",
            "X-Session-ID", "X-Amzn-OIDC-Data", "X-Firebase-AppCheck", "Ocp-Apim-Subscription-Key",
            "X-Hub-Signature-256",
        ],
        endings: strongEndings + ["authorization", "signature", "assertion", "cookie", "masterKey", "sessionID"],
        exceptions: pagingTokens
    )

    /// Query and form names that are secret unless somebody says otherwise.
    package static let query = SecretNames(
        [
            "key", "code", "sig", "auth", "sid", "session", "pass", "otp", "pin", "assertion", "clientAssertion",
            "SAMLResponse", "SAMLRequest",
        ] + exchanged,
        endings: strongEndings + ["signature", "credential", "sessionID", "authorization"],
        exceptions: pagingTokens
    )

    /// JSON member names that are secret unless somebody says otherwise.
    package static let members = SecretNames(
        [
            "pin", "otp", "cvv", "cvv2", "cvc", "csc", "pan", "ssn", "cookie", "credential", "credentials", "bearer",
            "securityCode",
        ] + exchanged,
        endings: strongEndings + ["cardNumber", "authorization", "sessionID", "setCookie"],
        exceptions: pagingTokens
    )

    /// Names of members that are secret only where the value looks issued: `"session": "morning"` is that of a talk.
    package static let openMembers = SecretNames(
        ["sid", "session", "auth", "signature", "pass", "assertion", "clientAssertion"]
    )

    private static let strongEndings = [
        "password", "passwd", "pwd", "passphrase", "passcode", "secret", "token", "jwt", "apiKey", "accessKey",
        "secretKey", "privateKey",
    ]

    /// Members whose values a client exchanges for a token (RFC 6749, RFC 7636, RFC 8628), and Azure's account key.
    private static let exchanged = ["authorizationCode", "codeVerifier", "deviceCode", "accountKey"]

    /// Where a list goes on: a client that does not find them back cannot read the next page.
    private static let pagingTokens = [
        "pageToken", "nextPageToken", "prevPageToken", "previousPageToken", "nextToken", "continuationToken",
        "nextContinuationToken", "syncToken", "nextSyncToken",
    ]
}
