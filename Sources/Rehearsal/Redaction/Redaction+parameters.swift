extension Redaction {
    /// A context of parameters, which decides the end of a value and the set of secret names.
    enum ParameterContext {
        /// A target: parameters start after the first `?`, `#` or `;`.
        case target
        /// A form: the whole text is parameters.
        case form
    }

    /// Returns a request target or URL without secrets.
    ///
    /// Secrets are user information, and the values of secret names in the query, in the fragment and in path
    /// parameters (`;jsessionid=…`).
    ///
    /// Placeholders are percent-encoded, so that the result is a valid target.
    package func target(_ raw: String) -> String {
        String(decoding: parameters(userInformation(Array(raw.utf8)), in: .target), as: UTF8.self)
    }

    /// Returns the body of a form without the values of secret names, even if it has bytes that a form cannot have.
    package func form(_ bytes: [UInt8]) -> [UInt8] { parameters(bytes, in: .form) }

    func parameters(_ bytes: [UInt8], in context: ParameterContext) -> [UInt8] {
        let secrets = context == .form ? query.union(members) : query
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isInPath = context == .target
        var index = 0
        var isAtName = context == .form
        while index < bytes.count {
            if isAtName {
                isAtName = false
                let (name, start) = Self.name(bytes[index...], among: secrets)
                output += bytes[index..<start]
                index = start
                guard start > name.endIndex, secrets.contains(Self.percentDecoded(name)) else { continue }
                let value = bytes[index...].prefix { !Self.endsSecret($0, isInPath: isInPath, in: context) }
                output += replacement(for: value, of: Self.percentDecoded(name), in: context == .target ? bytes : nil)
                index = value.endIndex
            } else if isInPath, Self.isEscapedDelimiter(bytes[index...]) {
                isInPath = false
                isAtName = true
                output += bytes[index..<index + 3]
                index += 3
            } else {
                let byte = bytes[index]
                if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isInPath = false }
                isAtName = Self.isDelimiter(byte)
                output.append(byte)
                index += 1
            }
        }
        return output
    }

    /// Returns the replacement for the value of a secret name.
    ///
    /// The value of an ambiguous name is replaced only if it looks like a credential or belongs to an authentication
    /// flow.
    ///
    /// - Parameter target: the target that contains the value; nil for a form.
    private func replacement(for value: ArraySlice<UInt8>, of name: [UInt8], in target: [UInt8]?) -> [UInt8] {
        let secret = Self.percentDecoded(value)
        if let target, ambiguousQuery.contains(name), !HighEntropyValue.isLikelyCredential(secret),
            !Self.isAuthenticationFlow(target)
        {
            return Array(value)
        }
        let shown = placeholder(for: secret, in: .url)
        if members.contains(name) { placeholderNaming.recordSecret(named: secret) }
        return Self.percentEncoded(shown)
    }

    /// Returns whether a target contains a word that is typical of an authentication flow.
    private static func isAuthenticationFlow(_ target: [UInt8]) -> Bool {
        let words = target.map(\.asciiLowercased).split { !$0.isAlphanumeric && $0 != 0x5F }
        return words.contains { authenticationWords.contains(String(decoding: $0, as: UTF8.self)) }
    }

    private static let authenticationWords: Set<String> = [
        "callback", "cb", "oauth", "oauth2", "oidc", "sso", "saml", "token", "login", "signin", "auth", "authorize",
        "verify", "verification", "confirm", "otp", "2fa", "mfa", "activate", "reset", "client_id", "redirect_uri",
        "code_verifier", "grant_type", "id_token", "session_state",
    ]

    /// Returns the name of a parameter and the start of its value; without a value, the end of the name.
    ///
    /// After a secret name, `%3D` is read as `=`, because clients may escape a whole query.
    private static func name(_ bytes: ArraySlice<UInt8>, among secrets: SecretNames) -> (ArraySlice<UInt8>, Int) {
        let name = bytes.prefix { !isDelimiter($0) && $0 != UInt8(ascii: "=") }
        for index in name.indices where bytes[index] == UInt8(ascii: "%") {
            guard percentDecoded(bytes[index...].prefix(3)) == [UInt8(ascii: "=")] else { continue }
            if secrets.contains(percentDecoded(name[..<index])) { return (name[..<index], index + 3) }
            break
        }
        let hasValue = name.endIndex < bytes.endIndex && bytes[name.endIndex] == UInt8(ascii: "=")
        return (name, name.endIndex + (hasValue ? 1 : 0))
    }

    /// Returns whether the bytes start with `%3F` or `%23`, which start the query or fragment of an escaped URL.
    private static func isEscapedDelimiter(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "%") else { return false }
        let decoded = percentDecoded(bytes.prefix(3))
        return decoded == [UInt8(ascii: "?")] || decoded == [UInt8(ascii: "#")]
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: ";")
    }

    /// Returns whether a byte ends a secret; in a query only `&` and `#` do, to redact too much rather than too little.
    private static func endsSecret(_ byte: UInt8, isInPath: Bool, in context: ParameterContext) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "#"): true
        case 0x0A, 0x0D: context == .form
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: ";"): isInPath
        default: false
        }
    }

    static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        PercentEncoding.decoded(Array(bytes), plusIsSpace: true)
    }

    /// Returns the placeholder percent-encoded for a URL: only `[`, `]` and the space need it.
    static func percentEncoded(_ placeholder: String) -> [UInt8] {
        placeholder.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "["): Array("%5B".utf8)
            case UInt8(ascii: "]"): Array("%5D".utf8)
            case 0x20: Array("%20".utf8)
            default: [byte]
            }
        }
    }

    /// Returns a request target of any form (RFC 9112 §3.2), also of the authority form, without secrets.
    package func requestTarget(_ raw: String) -> String {
        if let fullRedaction { return fullRedaction.requestTarget(raw) }
        let bytes = Array(raw.utf8)
        let authority = bytes.prefix { !Self.endsAuthority($0) }
        guard bytes.first != UInt8(ascii: "/"), Self.authorityStart(bytes) == nil else { return target(raw) }
        let shown = userInformation(bytes, in: authority)
        return target(String(decoding: shown, as: UTF8.self))
    }

    /// Returns the value of `Host` without user information, which it has only if the client sent a URL.
    func host(_ raw: String) -> String {
        let bytes = Array(raw.utf8)
        if Self.authorityStart(bytes) != nil { return target(raw) }
        return target(String(decoding: userInformation(bytes, in: bytes[...]), as: UTF8.self))
    }

    /// Returns a URL with its user information redacted: `https://[redacted …]@host/`.
    ///
    /// The user name is redacted too, because some services expect a secret in it.
    func userInformation(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = Self.authorityStart(bytes) else { return bytes }
        return userInformation(bytes, in: bytes[start...].prefix { !Self.endsAuthority($0) })
    }

    private func userInformation(_ bytes: [UInt8], in authority: ArraySlice<UInt8>) -> [UInt8] {
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return bytes }
        let start = authority.startIndex
        let secret = Self.percentEncoded(placeholder(for: Self.percentDecoded(bytes[start..<at]), in: .url))
        return bytes[..<start] + secret + bytes[at...]
    }

    /// Returns the start of the authority of a URL; nil without `://`.
    private static func authorityStart(_ bytes: [UInt8]) -> Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        return colon + 3
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
