import Rehearsal

/// What becomes of header fields when an exchange is written down.
enum StoredHeaders {
    /// What is known of the message that the fields belong to.
    struct Message {
        /// Of the body as it is stored; nil where the length that was sent is that of something else.
        var length: Int?
        /// Whether the codings that the fields name are no longer on the body.
        var isDecoded = false
        /// Whether the body is another than the one that was sent.
        var isChanged = false
        var isExact = false
    }

    /// The fields that fit the stored message, in order, with their secrets.
    static func fitting(_ headers: Scenario.Headers, _ message: Message) -> [Scenario.Headers.Field] {
        let named = Set(
            headers.values(of: "Connection").flatMap { $0.split(separator: ",") }
                .map { $0.filter { $0 != " " }.lowercased() }
        )
        return headers.fields.compactMap { field in
            guard let value = field.value else { return nil }
            let name = field.name.lowercased()
            if name.hasPrefix(":") || name.hasPrefix("proxy-") || hopByHop.contains(name) || named.contains(name) {
                return nil
            }
            switch name {
            case "content-encoding" where message.isDecoded: return nil
            case "content-length": return message.length.map { Scenario.Headers.Field(field.name, String($0)) } ?? field
            case _ where message.isChanged && (digests.contains(name) || name.hasPrefix("x-amz-checksum-")): return nil
            case _ where !message.isExact && NoiseFields.contains(name): return nil
            default: return Scenario.Headers.Field(field.name, value)
            }
        }
    }

    /// Fields of one connection (RFC 9110 §7.6.1).
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// What says that the body is the one that was sent.
    private static let digests: Set<String> = [
        "content-md5", "digest", "content-digest", "repr-digest", "x-amz-crc32",
    ]
}

/// Header fields that differ each time although nothing changed, so that a recording without them can be compared.
enum NoiseFields {
    static func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
    }

    private static let names: Set<String> = [
        // The moment (RFC 9110 §6.6.1, RFC 9111 §5.1), and how long it took.
        "date", "age", "x-runtime", "x-response-time", "server-timing", "x-envoy-upstream-service-time",
        // The number of the request.
        "x-request-id", "request-id", "x-requestid", "x-correlation-id", "correlation-id", "x-amzn-requestid",
        "x-amz-request-id", "x-amz-id-2", "x-amz-cf-id", "x-amz-cf-pop", "x-github-request-id", "x-ms-request-id",
        "x-goog-request-id", "x-guploader-uploadid", "cf-ray", "cf-request-id", "fly-request-id", "x-vercel-id",
        "x-served-by", "x-timer", "x-request-start", "x-transaction-id",
        // The trace that it belongs to (W3C Trace Context, and before).
        "traceparent", "tracestate", "baggage", "sentry-trace", "x-trace-id", "x-amzn-trace-id",
        "x-cloud-trace-context", "uber-trace-id", "x-datadog-trace-id", "x-datadog-parent-id",
        // Where browsers are to report to, with the number of the request in it.
        "report-to", "nel",
        // When and how often a client of Amazon's tried.
        "x-amz-date", "amz-sdk-invocation-id", "amz-sdk-request",
    ]

    private static let beginnings = ["x-b3-"]
}
