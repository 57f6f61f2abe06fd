extension Redaction {
    /// Where parameters stand, which decides what ends a value and which names are secret.
    enum ParameterPlace {
        /// After a path: nothing is a parameter before the first `?`, `#` or `;`.
        case target
        /// The whole of it is parameters.
        case form
    }

    /// A request target or URL with its secrets taken out: user information, and the values of secret names in the
    /// query, in the fragment and in path parameters (`;jsessionid=…`).
    ///
    /// Placeholders are percent-encoded here, so that the target stays one.
    package func target(_ raw: String) -> String {
        String(decoding: parameters(userInformation(Array(raw.utf8)), in: .target), as: UTF8.self)
    }

    func parameters(_ bytes: [UInt8], in place: ParameterPlace) -> [UInt8] {
        let secrets = place == .form ? query.union(members) : query
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isInPath = place == .target
        var index = 0
        var isAtName = place == .form
        while index < bytes.count {
            if isAtName {
                isAtName = false
                let name = bytes[index...].prefix { !Self.isDelimiter($0) && $0 != UInt8(ascii: "=") }
                output += name
                index = name.endIndex
                guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
                output.append(bytes[index])
                index += 1
                guard secrets.contains(Self.percentDecoded(name)) else { continue }
                let value = bytes[index...].prefix { !Self.endsSecret($0, isInPath: isInPath) }
                output += Self.percentEncoded(placeholder(for: Self.percentDecoded(value)))
                index = value.endIndex
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

    /// `https://name:word@host/` → `https://[redacted …]@host/`; some services take the secret as the name.
    private func userInformation(_ bytes: [UInt8]) -> [UInt8] {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return bytes
        }
        let start = colon + 3
        let authority = bytes[start...].prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return bytes }
        let secret = Self.percentEncoded(placeholder(for: Self.percentDecoded(bytes[start..<at])))
        return bytes[..<start] + secret + bytes[at...]
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: ";")
    }

    /// A secret in a query goes on to the next `&`: too much taken out is better than half a secret left.
    private static func endsSecret(_ byte: UInt8, isInPath: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "#"), 0x0A, 0x0D: true
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: ";"): isInPath
        default: false
        }
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
                index += 1
            }
        }
        return output
    }

    /// The placeholder as it may stand in a URL: only `[`, the space and `]` need it.
    private static func percentEncoded(_ placeholder: String) -> [UInt8] {
        placeholder.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "["): Array("%5B".utf8)
            case UInt8(ascii: "]"): Array("%5D".utf8)
            case 0x20: Array("%20".utf8)
            default: [byte]
            }
        }
    }
}
