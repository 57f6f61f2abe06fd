extension Redaction {
    /// The value of a header with its secrets taken out.
    ///
    /// What is no secret stays readable: the scheme of credentials, the names of cookies and their attributes, the rest
    /// of a URL that carries a secret in its query.
    package func header(name: String, value: String) -> String {
        if let thorough { return thorough.field(name: name, value: value) }
        // Some exporters join the lines of one name; one line must not hide behind another.
        var lines: [String] = []
        for part in value.split(separator: "\n", omittingEmptySubsequences: false) {
            if let last = lines.last, part.first == " " || part.first == "\t" {
                // A folded line goes on with the value before it (RFC 9112 §5.2), and so may its secret.
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
        case "cookie": return cookies(value) { !harmlessCookies.contains($0) }
        case "setcookie": return setCookie(value) { !harmlessCookies.contains($0) }
        default: return folded.hasSuffix("authorization") ? credentials(value) : placeholder(for: Array(value.utf8))
        }
    }

    /// `Bearer abc` → `Bearer [redacted …]`; without a scheme we know, all of it may be the secret.
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

    /// `<https://…?token=abc>; rel="next"`: what stands between the brackets, or after `url=`, is a target.
    private func links(_ value: String) -> String {
        value.split(separator: ">", omittingEmptySubsequences: false).map { part in
            guard let open = part.firstIndex(of: "<") else { return target(String(part)) }
            return part[...open] + target(String(part[open...].dropFirst()))
        }.joined(separator: ">")
    }

    /// Whether a word says how somebody proves who they are.
    static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        schemes.contains(SecretNames.folded(String(decoding: word, as: UTF8.self)))
    }

    /// Schemes of the IANA registry, and those that are used without being in it.
    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
        "scramsha1", "scramsha256", "vapid", "concealed", "token", "apikey", "key", "hawk", "signature",
        "aws4hmacsha256", "sharedkey", "sharedaccesssignature",
    ]

    private static let attributes: Set<String> = [
        "expires", "maxage", "domain", "path", "secure", "httponly", "samesite", "priority", "partitioned",
    ]
}
