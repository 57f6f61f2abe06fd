import Rehearsal

/// What `serve --json` prints once connections are accepted, for the program that started it.
struct ReadyLine: Sendable, Hashable {
    var baseURL: String
    var port: Int
    var process: Int32
    var scenario: String
    var seed: UInt64
    var digest: UInt64

    /// What makes this run again: `r1.<seed>.<first eight hexadecimal digits of the scenario's digest>`.
    var token: String {
        let digits = String(digest, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return "r1.\(seed).\(padded.prefix(8))"
    }

    var text: String {
        let json: JSON = .object([
            JSON.Member("event", "ready"),
            JSON.Member("baseURL", .string(baseURL)),
            JSON.Member("port", JSON(integerLiteral: port)),
            JSON.Member("pid", JSON(integerLiteral: Int(process))),
            JSON.Member("scenario", .string(scenario)),
            JSON.Member("token", .string(token)),
        ])
        return String(decoding: json.bytes(), as: UTF8.self)
    }
}
