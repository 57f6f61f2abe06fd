extension Redaction {
    /// Returns the value of a header without secrets.
    ///
    /// The scheme of credentials, the names and attributes of cookies, and the rest of a URL are not changed.
    package func header(name: String, value: String) -> String {
        if let fullRedaction { return fullRedaction.field(name: name, value: value) }
        // Some exporters join the fields of one name with line ends; each line must be redacted.
        var lines: [String] = []
        for part in value.split(separator: "\n", omittingEmptySubsequences: false) {
            if let last = lines.last, part.first == " " || part.first == "\t" {
                // A folded line continues the previous value (RFC 9112 §5.2), and may continue its secret.
                lines[lines.count - 1] = "\(last)\n\(part)"
            } else {
                lines.append(String(part))
            }
        }
        return lines.map { line(name: name, value: $0) }.joined(separator: "\n")
    }

    private func line(name: String, value: String) -> String {
        let folded = SecretNames.folded(name)
        guard headers.contains(name) else {
            switch folded {
            case "location", "contentlocation", "referer", "origin": return target(value)
            case "host", "xforwardedhost": return host(value)
            case "link", "refresh": return links(value)
            case "cookie" where !secretCookies.isEmpty: return cookies(value, isSecret: secretCookies.contains)
            case "setcookie" where !secretCookies.isEmpty: return setCookie(value, isSecret: secretCookies.contains)
            default: return value
            }
        }
        switch folded {
        case "cookie": return cookies(value) { !nonSecretCookies.contains($0) }
        case "setcookie": return setCookie(value) { !nonSecretCookies.contains($0) }
        default: return folded.hasSuffix("authorization") ? credentials(value) : placeholder(for: Array(value.utf8))
        }
    }

    /// Redacts credentials: `Bearer abc` → `Bearer [redacted …]`; without a known scheme, the whole value.
    private func credentials(_ value: String) -> String {
        guard let space = value.firstIndex(of: " "),
            Self.schemes.contains(SecretNames.folded(String(value[..<space])))
        else { return placeholder(for: Array(value.utf8)) }
        let secret = value[space...].drop { $0 == " " }
        return value[..<space] + " " + placeholder(for: Array(secret.utf8))
    }

    private func cookies(_ value: String, isSecret: (String) -> Bool) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { cookie($0, isSecret) }
            .joined(separator: ";")
    }

    private func setCookie(_ value: String, isSecret: (String) -> Bool) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).enumerated().map { index, part in
            let name = part.prefix { $0 != "=" }
            let isAttribute = index > 0 && Self.attributes.contains(SecretNames.folded(String(name)))
            return isAttribute ? String(part) : cookie(part, isSecret)
        }.joined(separator: ";")
    }

    private func cookie(_ pair: Substring, _ isSecret: (String) -> Bool) -> String {
        let space = pair.prefix { $0 == " " }
        guard let equals = pair.firstIndex(of: "=") else {
            return space + placeholder(for: Array(pair.dropFirst(space.count).utf8), in: .cookie)
        }
        guard isSecret(String(pair[..<equals].dropFirst(space.count))) else { return String(pair) }
        return pair[...equals] + placeholder(for: Array(pair[equals...].dropFirst().utf8), in: .cookie)
    }

    /// Redacts the targets in `<https://…?token=abc>; rel="next"` and after `url=`.
    private func links(_ value: String) -> String {
        value.split(separator: ">", omittingEmptySubsequences: false).map { part in
            guard let open = part.firstIndex(of: "<") else { return target(String(part)) }
            return part[...open] + target(String(part[open...].dropFirst()))
        }.joined(separator: ">")
    }

    /// Returns whether a word is an authentication scheme.
    static func isAuthenticationScheme(_ word: ArraySlice<UInt8>) -> Bool {
        schemes.contains(SecretNames.folded(String(decoding: word, as: UTF8.self)))
    }

    /// The schemes of the IANA registry, and common unregistered ones.
    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
        "scramsha1", "scramsha256", "vapid", "concealed", "token", "apikey", "key", "hawk", "signature",
        "aws4hmacsha256", "sharedkey", "sharedaccesssignature",
    ]

    private static let attributes: Set<String> = [
        "expires", "maxage", "domain", "path", "secure", "httponly", "samesite", "priority", "partitioned",
    ]

    /// Returns a shell command without secrets, with words quoted where necessary.
    ///
    /// It finds secrets in headers, URLs, forms and JSON, and after an option or a scheme such as `--token` or
    /// `Bearer`.
    package func redactedCommand(_ words: [String]) -> String {
        redactedWords(words[...]).map { fullRedaction?.note($0) ?? $0 }.map(Self.quoted).joined(separator: " ")
            .printable
    }

    private func redactedWords(_ words: some Sequence<some StringProtocol>) -> [String] {
        var result: [String] = []
        var isSecret = false
        for word in words {
            let word = String(word)
            result.append(isSecret ? redactedSecret(word) : redactedWord(word))
            isSecret = Self.precedesSecret(word)
        }
        return result
    }

    private func redactedWord(_ word: String) -> String {
        if let header = header(word) { return header }
        if word.hasPrefix("{") || word.hasPrefix("[") {
            return String(decoding: body(Array(word.utf8), Scenario.Headers([])), as: UTF8.self)
        }
        // A shell command within a word has the same structure.
        if word.contains(" ") {
            return redactedWords(word.split(separator: " ", omittingEmptySubsequences: false)).joined(separator: " ")
        }
        if !word.contains("=") || word.contains("://") || word.hasPrefix("/") {
            return target(word)
        }
        // `--token=…` and `a=1&token=…` have the structure of a query.
        let start = word.prefix { "-\"'".contains($0) }
        return String(start + target("?" + word.dropFirst(start.count)).dropFirst())
    }

    /// Returns the redacted text of `Name: value`; nil if the value contains no secret.
    private func header(_ word: String) -> String? {
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let name = String(word[..<colon])
        let value = word[word.index(after: colon)...]
        let space = value.prefix { $0 == " " }
        let rest = String(value.dropFirst(space.count))
        let redacted = header(name: name, value: rest)
        return name.utf8.allSatisfy(\.isBase64URL) && redacted != rest ? "\(name):\(space)\(redacted)" : nil
    }

    private func redactedSecret(_ word: String) -> String { header(name: "X-Secret", value: word) }

    /// Returns whether a secret follows the word: `--access-token`, `-u`, `Bearer`.
    private static func precedesSecret(_ word: String) -> Bool {
        let word = word.drop { "\"'".contains($0) }
        if ["-u", "--user", "--proxy-user", "Bearer", "Basic"].contains(word) { return true }
        guard word.hasPrefix("-"), !word.contains("="), let last = word.split(separator: "-").last else { return false }
        let names = SecretNames.query.union(.members)
        return names.contains(String(word)) || names.contains(String(last))
    }

    private static func quoted(_ word: String) -> String {
        let isBare = !word.isEmpty && word.utf8.allSatisfy(isBareInShell)
        return isBare ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    private static func isBareInShell(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte >= 0x80 || "-_./:=@%+,".utf8.contains(byte)
    }
}
