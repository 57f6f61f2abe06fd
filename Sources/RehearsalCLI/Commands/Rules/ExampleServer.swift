import Rehearsal
import RehearsalContracts

/// The text on the server in a test case.
struct ExampleServer {
    private let declaration: Declaration
    private let operation: Declaration.Operation
    private let exercise: TestCase
    private let hiddenFields: [String]

    /// The number of endpoints that the text describes.
    private static let maximumEndpoints = 4

    /// Creates the text on the server in a test case of the operation.
    ///
    /// - Parameter hiddenFields: the lowercase names of the header fields that the text omits.
    init(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
        _ exercise: TestCase,
        hiddenFields: [String],
    ) {
        (self.declaration, self.operation) = (declaration, operation)
        (self.exercise, self.hiddenFields) = (exercise, hiddenFields)
    }

    /// Returns a line for each endpoint: `GET /items → 503, 2 times; then 200 with the recorded body`.
    ///
    /// - Parameter namedStatus: a status that the line of the first endpoint calls `this status`.
    func lines(namedStatus: Int? = nil) -> [String] {
        if exercise.furtherScenarios.isEmpty { return lines(of: exercise.scenario, namedStatus) }
        return exercise.scenarios.enumerated().flatMap { index, scenario in
            lines(of: scenario, namedStatus).map { "run \(index + 1): \($0)" }
        }
    }

    private func lines(of scenario: Scenario, _ namedStatus: Int?) -> [String] {
        let states = scenario.network.map(Self.text)
        if let last = scenario.network.last, last.until == nil, !last.state.isServing {
            return ["\(operation.method) \(operation.path) → \(states.joined(separator: "; then "))"]
        }
        var lines: [String] = []
        for (index, endpoint) in scenario.endpoints.enumerated() {
            let replies = text(of: endpoint, index == 0 ? namedStatus : nil)
            let parts = (index == 0 ? states : []) + [replies]
            let condition = condition(of: endpoint, after: scenario.endpoints[..<index])
            let target = endpoint.method == .any ? "any request to" : endpoint.method.rawValue
            lines.append("\(target) \(endpoint.path)\(condition) → \(parts.joined(separator: "; then "))")
        }
        if lines.count > Self.maximumEndpoints {
            let rest = lines.count - Self.maximumEndpoints + 1
            lines = lines.prefix(Self.maximumEndpoints - 1) + ["… and \(rest) more paths"]
        }
        return lines + scenario.idempotency.map { "a repeated \($0.header) → the first reply again" }
    }

    private func text(of endpoint: Scenario.Endpoint, _ namedStatus: Int?) -> String {
        let recorded = declaration.operations.first {
            $0.method == endpoint.method && $0.path == endpoint.path.text
        }
        return ExampleReply(
            recordedBody: (recorded ?? operation).reply.body,
            hiddenFields: hiddenFields,
            namedStatus: namedStatus,
            computedReplyText: exercise.computedReplyText
        ).text(of: endpoint.replies)
    }

    /// Returns the condition of an endpoint in words, with a space before it; empty if there is none.
    private func condition(
        of endpoint: Scenario.Endpoint,
        after earlier: ArraySlice<Scenario.Endpoint>,
    ) -> String {
        guard let condition = endpoint.when else {
            let isRest = earlier.contains {
                $0.when != nil && $0.method == endpoint.method && $0.path == endpoint.path
            }
            return isRest ? " otherwise" : ""
        }
        for field in condition.headers where field.name == "Authorization" {
            if case .endsWith(let token) = field.value { return " with the token \(token)" }
        }
        return " under a condition"
    }

    /// Returns the treatment of connections, and its end: `the connection is refused for 75 ms`.
    static func text(of network: Scenario.Network) -> String {
        let phase =
            switch (network.state, network.on) {
            case (.open, _), (.refusing, _), (.silent, .accept), (.slow, .accept): ""
            case (_, .accept): " as soon as it is accepted"
            case (_, .clientHello): " after the first message of the TLS handshake"
            }
        let end =
            switch network.until {
            case nil: ""
            case .connections(let count): ", for " + "connection".pluralized(count)
            case .after(let time): " for \(time.displayText)"
            case .released(let name): ", until \(name) is released"
            }
        return text(of: network.state) + phase + end
    }

    private static func text(of state: Scenario.Network.State) -> String {
        switch state {
        case .open: "the connection is served"
        case .refusing: "the connection is refused"
        case .resetting: "the connection is reset (RST)"
        case .closing: "the connection is closed (FIN)"
        case .silent: "the connection stays open without a byte"
        case .bytes(let bytes): "the connection receives \(text(of: bytes)) and is closed (FIN)"
        case .slow(let delay): "the connection is served after \(delay)"
        }
    }

    /// Returns the bytes that a connection receives, in words.
    private static func text(of bytes: [UInt8]) -> String {
        // The content type of a TLS record (RFC 8446 §5.1).
        if bytes.first == 21 { return "a TLS alert" }
        let line = String(decoding: bytes.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        return line.hasPrefix("HTTP/") ? "\(line) without TLS" : "byte".pluralized(bytes.count)
    }
}

extension Scenario.Network.State {
    /// Whether the server reads requests in this state.
    fileprivate var isServing: Bool {
        switch self {
        case .open, .slow: true
        case .refusing, .resetting, .closing, .silent, .bytes: false
        }
    }
}
