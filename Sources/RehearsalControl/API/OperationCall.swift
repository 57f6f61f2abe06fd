package import Rehearsal
import RehearsalDocuments

/// An authorized call of an operation, with its validated values.
struct OperationCall: Sendable {
    let sessions: Sessions
    let settings: ControlServer.Options
    /// The session that the path names; the first session for operations on the whole server.
    let session: Sessions.ManagedSession
    /// The members of the request's document and the parameters of its query, by name.
    let values: [String: JSON]
    /// Whether the request has the server's own token, and not the key of a session.
    let hasServerToken: Bool
    /// The identifier of the last event that the client received (HTML Standard, `Last-Event-ID`); nil for none.
    var lastEventID: String?

    func text(_ name: String) -> String? {
        if case .string(let text)? = values[name] { text } else { nil }
    }

    func duration(_ name: String) -> Duration? { text(name).flatMap(DurationFormat.duration) }

    func integer(_ name: String) -> Int? {
        if case .number(let number)? = values[name] { number.integerValue } else { nil }
    }

    func flag(_ name: String) -> Bool { values[name] == .bool(true) }

    /// Returns the scenario that the request contains, or whose file it names.
    func scenario() throws(APIError) -> Scenario {
        let loaded: ScenarioFiles.LoadResult
        if let document = values["scenario"] {
            loaded = ScenarioFiles.loadText(document.bytes(), path: "scenario")
        } else {
            let path = text("file") ?? ""
            // A diagnostic quotes the file, so a request with only a session's key must not read files.
            guard hasServerToken else { throw Authorizer.unauthorized("\"file\" needs the server's token.") }
            loaded = settings.load(path)
        }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        guard let scenario = loaded.scenario, errors.isEmpty else { throw APIError(errors) }
        return scenario
    }
}

/// A parsed request to the control API.
package struct ControlRequest: Sendable {
    package var method: String
    /// The components of the path, percent-decoded.
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
