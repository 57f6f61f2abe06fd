/// A redaction, which replaces the secrets in stored or displayed data and changes no other byte.
///
/// A placeholder such as `[redacted 3f2a9c01]` replaces a secret. Within a run, equal secrets have equal placeholders.
/// A reader can therefore see which requests sent the token of a reply.
package struct Redaction: Sendable {
    /// The names of headers whose values are secret.
    package var headers = SecretNames.headers
    /// The names in a query, a fragment or a form whose values are secret.
    package var query = SecretNames.query
    /// The names in a JSON document at any depth, or in a form, whose values are secret.
    package var members = SecretNames.members

    /// The names of cookies that are not secret. All other cookies in a secret header are.
    package var nonSecretCookies: Set<String> = []
    /// The names of cookies that are secret even in a header that is not.
    package var secretCookies: Set<String> = []

    /// The names in a query whose values are secret only if they look like credentials, or if the target is part of an
    /// authentication flow: `?code=` may also be a country.
    package var ambiguousQuery = SecretNames([])
    /// The member names whose values are secret only if they look like credentials.
    package var ambiguousMembers = SecretNames.ambiguousMembers

    let placeholderNaming: any PlaceholderNaming
    /// The redaction that also finds secrets by format and in earlier exchanges; nil to find secrets only by name.
    private(set) var fullRedaction: (any FullRedaction)?

    /// Creates a redaction that finds secrets by name.
    ///
    /// - Parameter salt: a random number of the run. It is not stored, because it helps to guess secrets.
    package init(salt: UInt64) { placeholderNaming = SaltedNaming(salt: salt) }

    /// Creates a redaction with custom placeholders.
    package init(naming: any PlaceholderNaming) { self.placeholderNaming = naming }

    /// Creates a redaction that also finds secrets without a secret name.
    package init(_ fullRedaction: any FullRedaction) {
        placeholderNaming = fullRedaction
        self.fullRedaction = fullRedaction
    }

    /// Returns the body of a message with these headers, without secrets.
    func body(_ bytes: [UInt8], _ headers: @autoclosure () -> Scenario.Headers) -> [UInt8] {
        fullRedaction?.body(bytes, headers()) ?? body(bytes)
    }

    /// Returns notes about an exchange, such as near misses, without the secrets of that exchange.
    package func notes(_ raw: [String], about entry: Journal.Entry) -> [String] {
        if raw.isEmpty { return raw }
        return fullRedaction?.notes(raw, about: entry) ?? raw.map(text)
    }

    /// Returns a note about an exchange without secrets; nil without a note.
    package func note(_ raw: String?, about entry: Journal.Entry) -> String? {
        raw.flatMap { notes([$0], about: entry).first }
    }

    /// Returns the result of a closure that redacts several parts. A secret of one part is redacted in all of them.
    func redactConsistently<Value>(_ make: () -> Value) -> Value { fullRedaction?.consistently(make) ?? make() }

    /// Returns a JSON document or a form without the values of secret names. Any other body is unchanged.
    ///
    /// The body may be incomplete or invalid, because a journal stores only the beginning of a long body.
    package func body(_ bytes: [UInt8]) -> [UInt8] {
        let isByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let first = bytes.dropFirst(isByteOrderMark ? 3 : 0).first { !$0.isJSONSpace }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            var redactor = JSONRedaction(redaction: self, bytes: bytes)
            return redactor.run()
        }
        return Self.isForm(bytes) ? parameters(bytes, in: .form) : bytes
    }

    /// Returns a text without recognizable secrets.
    ///
    /// It finds values after a secret name (`token=…`, `"pin": "…"`, `Authorization: Bearer …`) and after `Bearer`,
    /// secrets in a URL, and JSON Web Tokens.
    ///
    /// JSON in the text may be truncated or quoted twice, so quotation marks are not paired. In a text about a secret
    /// field (`$.user.pin`), every value is redacted.
    package func text(_ raw: String) -> String {
        if let fullRedaction { return fullRedaction.note(raw) }
        var redactor = TextRedaction(redaction: self, bytes: Array(raw.utf8))
        return String(decoding: redactor.run(), as: UTF8.self)
    }

    /// Returns the placeholder for a secret; an empty value and a placeholder stay unchanged.
    package func placeholder(for secret: some Collection<UInt8>, in context: Placeholder.PlaceholderContext = .text)
        -> String
    {
        if secret.isEmpty { return "" }
        let text = String(decoding: secret, as: UTF8.self)
        return Placeholder.isPlaceholder(text) ? text : placeholderNaming.placeholder(for: Array(secret), in: context)
    }

    /// Returns whether a target contains a secret.
    package static func containsSecret(target: String) -> Bool {
        target.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
            && Redaction(salt: 0).target(target) != target
    }

    /// Returns whether the value of a header contains a secret, such as a token in a URL.
    static func holdsSecret(header name: String, value: String) -> Bool {
        value.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
            && Redaction(salt: 0).header(name: name, value: value) != value
    }

    private static func isForm(_ bytes: [UInt8]) -> Bool {
        bytes.contains(UInt8(ascii: "="))
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x0A, 0x0D: true  // A line end after the last value, as `printf '…\n' | curl -d @-` sends.
                case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
                default: true
                }
            }
    }
}
