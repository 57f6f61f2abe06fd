/// A request kept for what is decided about it beyond its head: state, templates, keys, policies.
///
/// Most requests are decided without one.
package final class ObservedRequest {
    package let head: RequestHead
    package let bytes: [UInt8]
    /// Nil while it has not been read.
    package let body: ObservedBody?
    /// The number of its connection, and whether that has carried a request before.
    package let connection: Int
    package let isReused: Bool

    package init(_ head: RequestHead, _ bytes: [UInt8], body: ObservedBody?, connection: Int, isReused: Bool) {
        self.head = head
        self.bytes = bytes
        self.body = body
        self.connection = connection
        self.isReused = isReused
    }

    /// The query as its parameters.
    package lazy var query: [Scenario.Condition.QueryItem] = asking { Scenario.Condition.queryItems(head, $0) }

    /// The values of a header, in order.
    package func header(_ name: String) -> [[UInt8]] { asking { $0.values(ofHeader: name, in: head) } }

    /// The values of a cookie, in order.
    package func cookie(_ name: String) -> [[UInt8]] { asking { $0.values(ofCookie: name, in: head) } }

    /// What the placeholder of that name took.
    package func capture(_ name: String, of segments: [Scenario.PathPattern.Segment]) -> [UInt8]? {
        asking { $0.capture(name, of: segments, in: head) }
    }

    package var method: String { asking { $0.text(head.method) } }
    package var target: String { asking { $0.text(head.target) } }
    /// The path as it was sent.
    package var path: String { asking { $0.text(head.path) } }

    /// Asks the bytes of the head.
    package func asking<Answer>(_ question: (Span<UInt8>) -> Answer) -> Answer {
        bytes.withUnsafeBufferPointer { question($0.span) }
    }
}

extension Span where Element == UInt8 {
    /// The values of a header, in order.
    package func values(ofHeader name: String, in head: RequestHead) -> [[UInt8]] {
        let name = name.utf8.map(\.asciiLowercased)
        var values: [[UInt8]] = []
        for field in head.fields where equalsIgnoringCase(field.name, name) { values.append(bytes(field.value)) }
        return values
    }

    /// The values of a cookie, in order (RFC 6265 §5.4).
    package func values(ofCookie name: String, in head: RequestHead) -> [[UInt8]] {
        let name = Array(name.utf8)
        var values: [[UInt8]] = []
        for line in self.values(ofHeader: "cookie", in: head) {
            for pair in line.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name) else {
                    continue
                }
                var value = Array(pair[(equals + 1)...])
                if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                    value = Array(value.dropFirst().dropLast())
                }
                values.append(value)
            }
        }
        return values
    }

    /// What the placeholder of that name took of the path, with escapes decoded; nil if the pattern has no such one.
    package func capture(
        _ name: String,
        of segments: [Scenario.PathPattern.Segment],
        in head: RequestHead,
    ) -> [UInt8]? {
        let index = segments.firstIndex { if case .capture(name, _) = $0 { true } else { false } }
        guard let index else { return nil }
        let parts = bytes(head.path).dropFirst()
            .split(separator: UInt8(ascii: "/"), maxSplits: index + 1, omittingEmptySubsequences: false)
        return parts.indices.contains(index) ? PercentEncoding.decoded(Array(parts[index])) : nil
    }
}
