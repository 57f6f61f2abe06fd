/// What is volatile, or nobody's concern: places in a body and headers.
package struct DriftIgnored: Sendable {
    /// Lower-case names of headers.
    private var headers: Set<String> = Self.passing
    /// `$.meta.request_id`, `$.items[*].etag`, with everything below.
    private var places: [DriftPlace] = []

    package init() {}

    /// Adds what somebody declares: `header:X-Request-Id`, or a place in bodies, `$.meta` or as a pointer, `/meta`.
    package mutating func add(_ text: String) throws(DriftPlace.Malformed) {
        guard text.hasPrefix("header:") else {
            places.append(try DriftPlace(text))
            return
        }
        let name = text.dropFirst("header:".count)
        guard !name.isEmpty else { throw DriftPlace.Malformed(reason: "the name of the header is missing") }
        headers.insert(name.lowercased())
    }

    package func ignores(header name: String) -> Bool {
        NoiseFields.contains(name) || headers.contains(name.lowercased())
    }

    package func ignores(_ place: DriftPlace) -> Bool { places.contains { $0.covers(place) } }

    /// What frames, stores and checks a body is the affair of whoever stands between, and says nothing of it.
    private static let passing: Set<String> = [
        "alt-svc", "cf-cache-status", "connection", "content-encoding", "content-length", "etag", "expires",
        "keep-alive", "last-modified", "trailer", "transfer-encoding", "vary", "via", "x-cache",
        "x-ratelimit-remaining", "x-ratelimit-reset",
    ]
}
