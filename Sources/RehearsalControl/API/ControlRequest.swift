package import Rehearsal

/// A request to the control API, taken apart.
package struct ControlRequest: Sendable {
    package var method: String
    /// The parts between the slashes of the path, decoded.
    package var segments: [String]
    package var query: [(name: String, value: String)]
    package var headers: Scenario.Headers
    package var body: [UInt8]

    init(_ entry: Journal.Entry) {
        method = entry.method
        let parts = entry.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        segments = parts[0].split(separator: "/").map { Self.decoded($0) }
        query = parts.count < 2 ? [] : parts[1].split(separator: "&").map { Self.parameter($0) }
        headers = entry.headers
        body = entry.body.kept
    }

    private static func parameter(_ text: Substring) -> (name: String, value: String) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (decoded(halves[0]), halves.count < 2 ? "" : decoded(halves[1]))
    }

    private static func decoded(_ text: Substring) -> String {
        String(decoding: PercentEncoding.decoded(Array(text.utf8)), as: UTF8.self)
    }
}
