/// What a scenario document may say, for people who ask.
package enum ScenarioFormat {
    /// What can be explained; each topic that a diagnostic names is one.
    package static let topics = [
        "scenario", "endpoint", "when", "body", "reply", "then", "template", "overlay", "delay", "fault", "raw",
        "events", "network", "auth", "quotas", "idempotency", "resources", "recording", "redaction", "expect",
    ]

    /// The keys that belong there, and what their names do not say; nil for an unknown topic.
    package static func explanation(of topic: String) -> String? {
        let objects = all.filter { $0.topic == topic }
        guard topics.contains(topic) else { return nil }
        let parts = objects.map { keys in
            "\(keys.what) has: \(keys.names.joined(separator: ", "))"
        }
        let notes = notes(on: topic)
        return (parts + (notes.isEmpty ? [] : [notes]) + ["for example: \(examples[topic] ?? "")"]).joined(
            separator: "\n"
        )
    }

    package static let all: [KnownKeys] = [
        .document, .endpoint, .when, .condition, .body, .part,
        .reply, .change, .until, .replyDelay, .delay, .logNormal, .fault, .stage, .preset, .rawBytes, .piece, .event,
        .network, .networkUntil, .recording, .expectation, .count, .gap,
        .auth, .bearer, .issue, .tokenLife, .quota, .idempotency, .resource, .items,
    ]

    static let examples = [
        "scenario": #"{ "scenario": "outage", "extends": "happy-path", "endpoints": [] }"#,
        "endpoint": #"{ "get": "/users/{id}", "replies": [{ "json": {} }], "afterLast": "fail" }"#,
        "when":
            #""when": { "query": { "q": { "matches": "^\\d+$" } }, "headers": { "Accept": { "contains": "json" } } }"#,
        "reply": #"{ "status": 503, "headers": { "Retry-After": 1 }, "problem": {}, "times": 2, "delay": "300ms" }"#,
        "fault": #""fault": { "effect": "reset", "at": { "body": "50%" } }"#,
        "delay": #""delay": { "head": { "lognormal": { "median": "80ms", "p99": "900ms" } }, "body": "1s" }"#,
        "raw":
            #""raw": [{ "text": "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" }, { "text": "ok", "after": "50ms" }]"#,
        "events": #""events": [{ "event": "price", "json": { "EUR": 12 }, "after": "1s" }], "forever": true"#,
        "network": #"""
        "network": [{ "is": "resetting", "until": { "connections": 2 } }, { "is": "refusing", "until": { "after": "1s" } }]
        """#,
        "body": #""when": { "body": { "at": { "/user/age": { "matches": "^\\d+$" } }, "contains": { "kind": "a" } } }"#,
        "then": #""then": { "state": "booked", "increment": "bookings", "capture": { "name": "/user/name" } }"#,
        "template": #"{ "json": { "id": "{{path.id}}", "until": "{{now + 2h}}", "n": "{{count | json}}" } }"#,
        "overlay":
            #"{ "any": "/**", "delay": "300ms", "fault": { "effect": "reset", "at": "beforeHead", "first": 2 } }"#,
        "expect": #""expect": [{ "get": "/me", "count": 3, "gaps": [{ "atLeast": "1s" }] }, { "unexpected": 0 }]"#,
        "auth": #"""
        "auth": { "bearer": { "protects": ["/api/**"], "issues": [{ "post": "/auth/login" }, { "post": "/auth/refresh", "takes": "/refresh_token", "rotates": true }], "lasts": { "uses": 3 } } }
        """#,
        "quotas": #"""
        "quotas": [{ "any": "/api/**", "limit": 5, "window": "10s", "key": "header:Authorization" }]
        """#,
        "idempotency": #""idempotency": { "post": "/transfers", "required": true }"#,
        "resources": #""resources": [{ "at": "/api/v1/reservations", "items": [{ "id": 1 }], "envelope": "data" }]"#,
        "redaction": #""Authorization": "Bearer [redacted 00000001]""#,
        "recording": #""recording": { "har": "users", "get": "/users?page=2" }"#,
    ]
}
