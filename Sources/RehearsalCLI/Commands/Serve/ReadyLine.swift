import Rehearsal

/// What `serve --json` prints once connections are accepted, for the program that started it.
struct ReadyLine: Sendable, Hashable {
    var baseURL: String
    /// What other devices can use; none unless they can connect.
    var urls: [String] = []
    var port: Int
    var process: Int32
    var scenario: String
    /// What makes this run again.
    var token: RunToken?
    /// The URL of the control port; nil if there is none.
    var control: String?

    var text: String {
        let json: JSON = .object([
            JSON.Member("event", "ready"),
            JSON.Member("baseURL", .string(baseURL)),
            JSON.Member("urls", .array(urls.map { .string($0) })),
            JSON.Member("port", JSON(integerLiteral: port)),
            JSON.Member("pid", JSON(integerLiteral: Int(process))),
            JSON.Member("scenario", .string(scenario)),
            JSON.Member("token", token.map { .string("\($0)") } ?? .null),
            JSON.Member("control", .text(control)),
        ])
        return String(decoding: json.bytes(), as: UTF8.self)
    }
}
