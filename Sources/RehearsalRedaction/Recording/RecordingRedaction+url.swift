import Rehearsal

extension RecordingRedaction {
    /// A URL, or the target of a request: by the names in its query, then each segment and value by itself.
    package func url(_ raw: String) -> String { Self.settled(raw) { urlOnce($0) } }

    private func urlOnce(_ raw: String) -> String {
        let shown = Array(names.target(raw).utf8)
        let start = Self.endOfAuthority(shown)
        let end = shown[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? shown.endIndex
        let path = announced(in: Array(shown[start..<end]))
        var output = Array(shown[..<start])
        for (index, segment) in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).enumerated()
        {
            if index > 0 { output.append(UInt8(ascii: "/")) }
            output += part(Array(segment), plusIsSpace: false)
        }
        guard end < shown.endIndex else { return String(decoding: output, as: UTF8.self) }
        output.append(shown[end])
        return String(decoding: output + parameters(Array(shown[(end + 1)...])), as: UTF8.self)
    }

    /// A path without what the segments before it say to be secret.
    private func announced(in path: [UInt8]) -> [UInt8] {
        let path = undivided(path)
        return replacing(besidePlaceholders(LinkedSecrets.tokens(in: path), in: path), in: path) { _ in .url }
    }

    /// Part of a URL without what looks like a secret only until it is divided, or its escapes are read.
    private func undivided(_ raw: [UInt8]) -> [UInt8] {
        guard raw.count >= 40 else { return raw }
        let shapes = SecretShape.all(in: raw).map(\.range).filter { raw[$0].contains { "/%=+".utf8.contains($0) } }
        return replacing(besidePlaceholders(shapes, in: raw), in: raw) { _ in .url }
    }

    /// The pairs of a query or a form, each value by itself.
    package func parameters(_ bytes: [UInt8]) -> [UInt8] {
        let pairs = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return Array(
            pairs.map { raw -> [UInt8] in
                let name = raw.prefix { $0 != UInt8(ascii: "=") }
                if places.keepsQuery(PercentEncoding.decoded(Array(name), plusIsSpace: true)) { return Array(raw) }
                let pair = undivided(Array(raw))
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return part(pair, plusIsSpace: true) }
                return part(Array(pair[..<equals]), plusIsSpace: true) + [UInt8(ascii: "=")]
                    + part(Array(pair[(equals + 1)...]), plusIsSpace: true)
            }.joined(separator: [UInt8(ascii: "&")])
        )
    }

    /// A segment or a value as it was written, unless something in it has to go.
    private func part(_ raw: [UInt8], plusIsSpace: Bool) -> [UInt8] {
        let decoded = PercentEncoding.decoded(raw, plusIsSpace: plusIsSpace)
        if let hidden = DocumentRedaction(redaction: self).hidden(String(decoding: decoded, as: UTF8.self), in: .url) {
            return Array(hidden.utf8)
        }
        let shown = scrubbed(decoded, in: .url)
        if shown != decoded { return shown.flatMap(Self.escaped) }
        if raw == decoded { return raw }
        // `a@corp.io%39` has an address only for a reader that does not decode it.
        let shapes = SecretShape.all(in: raw).map(\.range)
        return replacing(besidePlaceholders(shapes, in: raw), in: raw) { _ in .url }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        if byte.isUnreserved { return [byte] }
        let digits = String(byte, radix: 16, uppercase: true)
        return Array((byte < 0x10 ? "%0" : "%").utf8) + Array(digits.utf8)
    }

    /// What stands before the path of a URL; nothing of a target that has none.
    private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
        guard let colon = bytes.firstIndex(where: { ":/?#".utf8.contains($0) }),
            bytes[colon...].starts(with: "://".utf8)
        else { return 0 }
        let rest = bytes[(colon + 3)...]
        return rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    }
}
