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
