extension Scenario.PathPattern {
    /// A deeper pattern says more about its writer than about a backend, and matching descends segment by segment.
    private static let mostSegments = 256

    /// The segments in order; `/` is one empty segment.
    package func segments() throws(Malformed) -> [Segment] {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Malformed(reason: "a path begins with \"/\": \"/\(text)\"")
        }
        if let mark = text.first(where: { $0 == "?" || $0 == "#" }) {
            throw Malformed(
                reason: "a path holds no \"\(mark)\"; a condition on the query goes under \"when\": { \"query\": … }"
            )
        }
        let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= Self.mostSegments else {
            throw Malformed(reason: "a path has at most \(Self.mostSegments) segments, this one \(parts.count)")
        }
        var segments: [Segment] = []
        segments.reserveCapacity(parts.count)
        for (index, part) in parts.enumerated() {
            let segment = try Self.segment(Array(part))
            if segment == .rest, index != parts.count - 1 {
                throw Malformed(reason: "\"**\" takes the rest of the path, so nothing can follow it")
            }
            segments.append(segment)
        }
        return segments
    }

    private static func segment(_ bytes: [UInt8]) throws(Malformed) -> Segment {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "*" { return .capture("", .text) }
        if text == "**" { return .rest }
        guard bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
            if bytes.contains(UInt8(ascii: "*")) {
                throw Malformed(reason: "\"*\" stands for a whole segment; \"\(text)\" mixes it with text")
            }
            if let bad = bytes.first(where: { $0 <= 0x20 || $0 >= 0x7F }) {
                let escape = "%" + [bad >> 4, bad & 15].map { String($0, radix: 16, uppercase: true) }.joined()
                throw Malformed(reason: "\"\(text)\" holds a character that a URL cannot; its escape begins \(escape)")
            }
            // Clients escape what a URL cannot hold as it is; recorders may have written it either way.
            return .literal(
                PercentEncoding.normalized(
                    PercentEncoding.escapingStray([UInt8(ascii: "/")] + bytes).dropFirst().map(\.self)
                )
            )
        }
        return try capture(text)
    }

    private static func capture(_ text: String) throws(Malformed) -> Segment {
        guard text.hasPrefix("{"), text.hasSuffix("}") else {
            throw Malformed(reason: "a placeholder is a whole segment, \"{name}\"; \"\(text)\" mixes it with text")
        }
        let inner = text.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard let name = inner.first, !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
            throw Malformed(reason: "a placeholder needs a name of letters, digits, \"_\" or \"-\": \"{id}\"")
        }
        switch inner.dropFirst().map(String.init) {
        case []: return .capture(String(name), .text)
        case ["int"]: return .capture(String(name), .integer)
        default: throw Malformed(reason: "the only kind of placeholder is \"int\": \"{\(name):int}\"")
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "_-") }
}

extension Scenario.PathPattern {
    /// Compares two patterns of one path: negative if the left one says more about it.
    static func specificity(_ left: [Segment], _ right: [Segment]) -> Int {
        for (one, other) in zip(left, right) where one.weight != other.weight {
            return one.weight - other.weight
        }
        return left.count - right.count
    }
}

extension Scenario.PathPattern.Segment {
    fileprivate var weight: Int {
        switch self {
        case .literal: 0
        case .capture(_, .integer): 1
        case .capture(_, .text): 2
        case .rest: 3
        }
    }
}
