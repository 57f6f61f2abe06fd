import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// Path patterns and percent-encoding. The last line of an input is a request target; the others are patterns.
    static let paths = FuzzTarget("paths") { bytes in
        let lines = bytes.split(separator: 0x0A, maxSplits: 15, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let target = lines.last ?? ""
        let path = target.prefix { $0 != "?" }
        try Escapes.check(Array(target.utf8))
        try Escapes.checkQuery(String(target.dropFirst(path.count + 1)))
        try Escapes.checkURL(target)
        let patterns = lines.dropLast().map { Scenario.PathPattern($0) }
        try PathMatching.check(patterns, RequestText("GET", path: String(path)))
    }
}

private enum Escapes {
    static func check(_ bytes: [UInt8]) throws {
        let normalized = PercentEncoding.normalized(bytes)
        try Finding.require(PercentEncoding.normalized(normalized) == normalized, "normalizing twice changes a path")
        let decoded = PercentEncoding.decoded(bytes)
        try Finding.require(PercentEncoding.decoded(normalized) == decoded, "normalizing changes the decoded path")
        try Finding.require(decoded.count <= bytes.count, "a decoded path is longer")
        let escaped = escaped(bytes)
        try Finding.require(
            PercentEncoding.decoded(escaped, plusIsSpace: true) == bytes,
            "escaping does not round-trip"
        )
    }

    /// Checks that the items of a query survive a round trip.
    static func checkQuery(_ query: String) throws {
        let items = RecordedURL.items(of: query)
        let written = items.map { escaped($0.name) + [UInt8(ascii: "=")] + escaped($0.value) }
        let again = RecordedURL.items(of: String(decoding: Array(written.joined(separator: "&".utf8)), as: UTF8.self))
        try Finding.require(again == items, "the query items \(items) become \(again) after a round trip")
    }

    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap {
            [UInt8(ascii: "%"), PercentEncoding.hexDigit($0 >> 4), PercentEncoding.hexDigit($0 & 15)]
        }
    }

    /// Checks that the pattern of a recorded path matches that path.
    static func checkURL(_ target: String) throws {
        guard let url = try? RecordedURL("https://a.example" + target) else { return }
        let pattern = RecordedURL.pattern(for: url.path)
        let request = RequestText("GET", path: url.path)
        guard request.isSendable, let segments = try? pattern.segments() else { return }
        let found = PathMatching.ranks(of: [segments], request)
        try Finding.require(found == [0], "\(pattern) does not match its own path, \(url.path)")
    }
}

/// A comparison of the path matcher with a simple reference implementation.
private enum PathMatching {
    static func check(_ patterns: [Scenario.PathPattern], _ request: RequestText) throws {
        let all = patterns.compactMap { try? $0.segments() }
        let expected = all.indices.filter { takes(all[$0][...], segments(of: request)) }
        guard request.isSendable else { return }
        let found = ranks(of: all, request)
        let path = String(decoding: request.bytes[request.head.path.range], as: UTF8.self)
        try Finding.require(found == expected, "\(path) matches \(found) of \(patterns), expected \(expected)")
        // A single pattern without placeholders takes another code path.
        for index in all.indices {
            let isFound = ranks(of: [all[index]], request) == [0]
            try Finding.require(isFound == expected.contains(index), "\(patterns[index]) alone disagrees about \(path)")
        }
    }

    static func ranks(of patterns: [[Scenario.PathPattern.Segment]], _ request: RequestText) -> [Int] {
        var trie = PathTrie()
        for (index, segments) in patterns.enumerated() { trie.insert(Int32(index), at: segments) }
        trie.finish()
        var nodes: [Int32] = []
        request.withSpan { trie.match($0, request.head.path, into: &nodes) }
        return nodes.flatMap { trie.endpoints(of: $0) }.map(Int.init).sorted()
    }

    private static func segments(of request: RequestText) -> ArraySlice<[UInt8]> {
        let path = request.bytes[request.head.path.range]
        return path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)[
            ...
        ]
    }

    private static func takes(_ pattern: ArraySlice<Scenario.PathPattern.Segment>, _ path: ArraySlice<[UInt8]>) -> Bool
    {
        guard let first = pattern.first else { return path.isEmpty }
        if first == .rest { return true }
        guard let segment = path.first else { return false }
        let isTaken =
            switch first {
            case .literal(let text): PercentEncoding.normalized(segment) == text
            case .capture(_, .text): !segment.isEmpty
            case .capture(_, .integer): !segment.isEmpty && segment.allSatisfy { 0x30...0x39 ~= $0 }
            case .rest: true
            }
        return isTaken && takes(pattern.dropFirst(), path.dropFirst())
    }
}
