import Rehearsal

/// The scenarios of the promises that all apps share.
///
/// An app must not wait for some replies. The server holds these replies until a later request arrives, which proves
/// that the app did not wait.
enum SharedScenarios {
    /// The features of the recorded configuration.
    static let features = ["dark_mode": true, "live_updates": false]

    /// A scenario that holds the replies to configuration and analytics until the first screen is requested.
    static let start: JSON = [
        "extends": "apps/every-app/happy-path",
        "endpoints": [
            ["get": "/config", "hold": "start", "until": ["waiting": 3]],
            ["post": "/analytics", "hold": "start", "until": ["waiting": 3]],
            ["get": "/first-screen", "replies": [["status": 204, "hold": "start", "until": ["waiting": 3]]]],
        ],
        "expect": [["get": "/config", "count": ["min": 1, "max": 2]], ["post": "/analytics", "count": 1]],
    ]

    /// A scenario in which three requests for the configuration fail in three ways.
    static let unavailable: JSON = [
        "extends": "apps/every-app/config-unavailable", "expect": [["get": "/config", "count": ["min": 3]]],
    ]

    /// A scenario that rejects all events.
    ///
    /// The first and the last event are held until a screen is requested. By the second screen all other events have
    /// been sent.
    static let events: JSON = [
        "endpoints": [
            [
                "post": "/analytics", "when": ["body": ["contains": ["name": "last"]]],
                "replies": [["status": 503, "hold": "last", "until": ["waiting": 2]]],
            ],
            [
                "post": "/analytics",
                "replies": [["status": 503, "hold": "first", "until": ["waiting": 2]], ["status": 503]],
            ],
            ["get": "/screens/first", "replies": [["status": 204, "hold": "first", "until": ["waiting": 2]]]],
            ["get": "/screens/last", "replies": [["status": 204, "hold": "last", "until": ["waiting": 2]]]],
        ],
        // One event is in progress and two are in the queue. The last event can displace the oldest one in the queue.
        "expect": [
            sent(nil, count: ["min": 3, "max": 4]), sent(["matches": "^(event_[0-9]+|last)$"], count: ["min": 3]),
            sent("event_20", count: 1), sent("last", count: 1),
        ],
    ]

    /// Returns the expectation of a number of events with a name and a valid time; nil matches every event.
    private static func sent(_ name: JSON?, count: JSON) -> JSON {
        guard let name else { return ["post": "/analytics", "count": count] }
        let time: JSON = ["matches": "^[0-9-]{10}T[0-9:]{8}([.][0-9]+)?Z$"]
        return [
            "post": "/analytics", "where": ["body": ["at": ["/name": name, "/occurred_at": time]]], "count": count,
        ]
    }
}
