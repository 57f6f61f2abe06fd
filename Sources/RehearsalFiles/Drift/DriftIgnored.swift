/// What is volatile, or nobody's concern: places in a body and headers.
package struct DriftIgnored: Sendable {
    /// Lower-case names of headers.
    private var headers: Set<String> = Self.noise
    /// `$.meta.request_id`, `$.items[*].etag`, with everything below.
    private var places: [String] = []

    package init() {}

    /// Adds what somebody declares: `header:X-Request-Id`, or a place in bodies, `$.meta` or as a pointer, `/meta`.
    ///
    /// - Returns: whether it can be understood.
    package mutating func add(_ text: String) -> Bool {
        if let name = text.split(separator: ":", maxSplits: 1).last, text.hasPrefix("header:") {
            headers.insert(name.lowercased())
            return !name.isEmpty && text != "header:"
        }
        if text.hasPrefix("$") {
            places.append(text)
            return true
        }
        guard text.hasPrefix("/") else { return false }
        let steps = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { step -> String in
            let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            return name == "*" || (!name.isEmpty && name.allSatisfy(\.isNumber)) ? "[*]" : ".\(name)"
        }
        places.append("$" + steps.joined())
        return true
    }

    func ignores(header name: String) -> Bool { headers.contains(name.lowercased()) }

    func ignores(place: String) -> Bool {
        places.contains { ignored in
            place == ignored || place.hasPrefix("\(ignored).") || place.hasPrefix("\(ignored)[")
        }
    }

    /// What differs each time, or is the affair of whoever stands between.
    private static let noise: Set<String> = [
        "age", "alt-svc", "cf-cache-status", "cf-ray", "connection", "content-encoding", "content-length", "date",
        "etag",
        "expires", "keep-alive", "last-modified", "nel", "report-to", "server-timing", "trailer", "transfer-encoding",
        "traceparent", "tracestate", "vary", "via", "x-amz-cf-id", "x-amz-cf-pop", "x-amz-request-id",
        "x-amzn-requestid",
        "x-amzn-trace-id", "x-cache", "x-correlation-id", "x-envoy-upstream-service-time", "x-ratelimit-remaining",
        "x-ratelimit-reset", "x-request-id", "x-response-time", "x-runtime", "x-served-by", "x-timer", "x-trace-id",
    ]
}
