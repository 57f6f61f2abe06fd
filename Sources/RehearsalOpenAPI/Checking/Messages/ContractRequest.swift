package import Rehearsal

/// The parts of a request that a contract describes.
package struct ContractRequest: Sendable {
    package var method: String
    /// The target as the client sent it (RFC 9112 §3.2).
    package var target: String
    package var headers: Scenario.Headers
    package var body: [UInt8]
    /// Whether ``body`` is the whole body. The schema of an incomplete body is not checked.
    package var isBodyComplete: Bool

    package init(
        _ method: String,
        _ target: String,
        headers: Scenario.Headers = [:],
        body: [UInt8] = [],
        isBodyComplete: Bool = true
    ) {
        (self.method, self.target, self.headers) = (method, target, headers)
        (self.body, self.isBodyComplete) = (body, isBodyComplete)
    }

    package init(_ entry: Journal.Entry) {
        let isComplete = entry.body.isComplete && entry.body.kept.count == entry.body.length
        self.init(
            entry.method,
            entry.target,
            headers: entry.headers,
            body: entry.body.kept,
            isBodyComplete: isComplete
        )
    }

    /// Whether the body is complete and not in a content coding, so that its schema can be checked.
    var isWhole: Bool { isBodyComplete && !headers.contains("Content-Encoding") }

    /// The path without the host of an absolute target and without the query; empty for `*`.
    var path: Substring.UTF8View {
        var rest = target.utf8[...]
        if rest.first != UInt8(ascii: "/") {
            guard let scheme = target.firstRange(ofText: "://") else { return rest.prefix(0) }
            rest = rest[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        }
        return rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    }

    /// The query after the first `?`; empty without one.
    var query: Substring.UTF8View {
        target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst().prefix { $0 != UInt8(ascii: "#") }
    }

    /// Whether this is a CORS preflight (Fetch, CORS-preflight request), which no document describes.
    package var isPreflight: Bool {
        method == "OPTIONS" && headers.contains("Origin") && headers.contains("Access-Control-Request-Method")
    }

    /// The cookies in order (RFC 6265 §5.4).
    var cookies: [SerializedPair] {
        headers.values(of: "Cookie").flatMap { line in
            line.utf8.split(separator: UInt8(ascii: ";")).compactMap { part -> SerializedPair? in
                let pair = part.trimmed
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                var value = pair[pair.index(after: equals)...]
                if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                    value = value.dropFirst().dropLast()
                }
                return SerializedPair(name: String(Substring(pair[..<equals])), raw: String(Substring(value)))
            }
        }
    }
}

/// The parts of a reply that a contract describes.
package struct ContractReply: Sendable {
    package var status: Int
    package var headers: Scenario.Headers
    package var body: [UInt8]
    /// Whether ``body`` is the whole body. The schema of an incomplete body is not checked.
    package var isBodyComplete: Bool

    package init(
        _ status: Int,
        headers: Scenario.Headers = [:],
        body: [UInt8] = [],
        isBodyComplete: Bool = true
    ) {
        (self.status, self.headers, self.body, self.isBodyComplete) = (status, headers, body, isBodyComplete)
    }

    /// Whether the body is complete and not in a content coding, so that its schema can be checked.
    var isWhole: Bool { isBodyComplete && !headers.contains("Content-Encoding") }
}

extension String {
    /// Returns the range of the first occurrence of a text.
    fileprivate func firstRange(ofText text: String) -> Range<String.Index>? {
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: text.utf8) {
                return start..<utf8.index(start, offsetBy: text.utf8.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}

extension ContractRequest {
    package init(_ request: ObservedRequest) {
        let fields = request.withHeadBytes { bytes in
            request.head.fields.map { Scenario.Headers.Field(bytes.text($0.name), bytes.text($0.value)) }
        }
        self.init(request.method, request.target, headers: .init(fields), body: request.body?.bytes ?? [])
    }
}
