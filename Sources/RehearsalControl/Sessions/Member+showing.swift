import Rehearsal
import RehearsalPlatform
import RehearsalServer

extension Sessions.Member {
    /// As the API shows it.
    var json: JSON {
        let scenario = backend.scenario
        let isPrefix = backend.isOnSharedPort
        return [
            "name": .string(name),
            "scenario": .string(scenario.name),
            "summary": .string(scenario.summary),
            "baseURL": .string(backend.origin),
            "port": isPrefix ? .null : JSON(integerLiteral: backend.port),
            "prefix": isPrefix ? .string("/~\(name)") : .null,
            "play": JSON(integerLiteral: backend.plays),
            "requests": JSON(integerLiteral: backend.journal.count),
            "unexpected": JSON(integerLiteral: backend.unexpectedCount),
            "holds": .array(backend.holds.map { .string($0) }),
            "waiting": .array(backend.waitingHolds.map { .string($0) }),
            "expiresAt": expiresAt.map { .string(Self.date(of: $0)) } ?? .null,
        ]
    }

    /// An instant of the journal's clock as a date.
    private static func date(of instant: Int64) -> String {
        TimeFormat.iso.text(of: SystemClock.wallMilliseconds() + (instant - SystemClock.now()) / 1_000_000)
    }

    static let schema: JSON = [
        "type": "object",
        "properties": [
            "name": ["type": "string"],
            "scenario": ["type": "string", "description": "the name of what it plays"],
            "summary": ["type": "string"],
            "baseURL": ["type": "string", "description": "where its clients reach it"],
            "port": ["type": ["integer", "null"], "description": "its own; null if it shares that of the first"],
            "prefix": ["type": ["string", "null"], "description": "before the paths of requests on the shared port"],
            "play": [
                "type": "integer", "description": "how often it has begun to play something else, or the same anew",
            ],
            "requests": ["type": "integer", "description": "requests that have arrived"],
            "unexpected": ["type": "integer", "description": "requests that nothing answered"],
            "holds": [
                "type": "array", "items": ["type": "string"], "description": "names by which replies are held",
            ],
            "waiting": [
                "type": "array", "items": ["type": "string"], "description": "those by which replies wait now",
            ],
            "expiresAt": [
                "type": ["string", "null"], "description": "when it ends if nobody has to do with it; RFC 3339",
            ],
            "key": ["type": "string", "description": "said once, to who made it: what proves that it is theirs"],
        ],
        "required": [
            "name", "scenario", "summary", "baseURL", "port", "prefix", "play", "requests", "unexpected", "holds",
            "waiting", "expiresAt",
        ],
    ]
}
