import Rehearsal

/// What is played for the promises that every app makes.
///
/// Nobody outside of the app can tell when it has begun something that it does not wait for. So replies are held until
/// one is asked for that the app comes to later.
enum EveryAppScenarios {
    /// The features of the recorded configuration.
    static let features = ["dark_mode": true, "live_updates": false]

    /// Configuration and analytics are answered when the first screen is asked for, and not before.
    static let start: JSON = [
        "extends": "apps/every-app/happy-path",
        "endpoints": [
            ["get": "/config", "hold": "start", "until": ["waiting": 3]],
            ["post": "/analytics", "hold": "start", "until": ["waiting": 3]],
            ["get": "/first-screen", "replies": [["status": 204, "hold": "start", "until": ["waiting": 3]]]],
        ],
        "expect": [["get": "/config", "count": ["min": 1, "max": 2]], ["post": "/analytics", "count": 1]],
    ]

    /// There is no configuration, each time for another reason: whoever refreshes as often has asked as often.
    static let unavailable: JSON = [
        "extends": "apps/every-app/config-unavailable", "expect": [["get": "/config", "count": ["min": 3]]],
    ]

    /// Nobody takes events. The first is answered when a screen is asked for, the last one when another one is: by then
    /// all between them have been sent, as often as they are.
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
        // The one that was on its way, as many as may wait, and the last; what waits longest gives way to that.
        "expect": [
            sent(nil, count: ["min": 3, "max": 4]), sent(["matches": "^(event_[0-9]+|last)$"], count: ["min": 3]),
            sent("event_20", count: 1), sent("last", count: 1),
        ],
    ]

    /// So many events of such a name are sent, each with its time; of whatever content where no name is given.
    private static func sent(_ name: JSON?, count: JSON) -> JSON {
        guard let name else { return ["post": "/analytics", "count": count] }
        let time: JSON = ["matches": "^[0-9-]{10}T[0-9:]{8}([.][0-9]+)?Z$"]
        return [
            "post": "/analytics", "where": ["body": ["at": ["/name": name, "/occurred_at": time]]], "count": count,
        ]
    }
}
