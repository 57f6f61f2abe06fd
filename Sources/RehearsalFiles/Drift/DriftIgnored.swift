/// What is volatile, or nobody's concern: places in a body and headers.
package struct DriftIgnored: Sendable {
    /// Lower-case names of headers.
    private var headers: Set<String> = Self.passing
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

    func ignores(header name: String) -> Bool {
        NoiseFields.contains(name) || headers.contains(name.lowercased())
    }

    func ignores(place: String) -> Bool {
        places.contains { ignored in
            place == ignored || place.hasPrefix("\(ignored).") || place.hasPrefix("\(ignored)[")
        }
    }

    /// What frames, stores and checks a body is the affair of whoever stands between, and says nothing of it.
    private static let passing: Set<String> = [
        "alt-svc", "cf-cache-status", "connection", "content-encoding", "content-length", "etag", "expires",
        "keep-alive", "last-modified", "trailer", "transfer-encoding", "vary", "via", "x-cache",
        "x-ratelimit-remaining", "x-ratelimit-reset",
    ]
}
