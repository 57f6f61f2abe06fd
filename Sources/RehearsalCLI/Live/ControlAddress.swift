import Rehearsal

/// Where the control port of a server is: `http://127.0.0.1:4100`.
struct ControlAddress: Sendable, Hashable {
    /// Without the brackets of an IPv6 address.
    let host: String
    let port: Int

    /// As it stands in a URL and in `Host`.
    var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Reads `http://HOST:PORT`, with or without a slash behind it.
    init(_ url: String) throws(UsageError) {
        guard url.lowercased().hasPrefix("http://") else {
            let isSecure = url.lowercased().hasPrefix("https://")
            throw UsageError(
                "the URL of a control port is http://HOST:PORT, found \(url.quoted)",
                hint: isSecure ? "it speaks plain HTTP; through a tunnel: ssh -L 4100:127.0.0.1:4100 HOST" : nil
            )
        }
        let rest = url.dropFirst("http://".count)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...]),
            (1...65_535).contains(port), let host = Self.host(authority[..<colon])
        else { throw UsageError("the URL of a control port is http://HOST:PORT, found \(url.quoted)") }
        (self.host, self.port) = (host, port)
    }

    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = text.dropFirst().dropLast()
            return !address.isEmpty && address.allSatisfy { $0.isHexDigit || ":.%".contains($0) }
                ? String(address) : nil
        }
        let isName = text.utf8.allSatisfy { $0.isAlphanumeric(or: "-._") }
        return isName && !text.isEmpty ? String(text) : nil
    }
}
