import RehearsalHTTP
import RehearsalPlatform
import Testing

/// An element of a scenario that makes `URLSession` on Linux crash or block the process of the test.
///
/// FoundationNetworking traps on trailers and on an incomplete head. It never completes a request that receives a
/// Basic challenge without a credential (swift-corelibs-foundation, as of Swift 6.3).
struct CrashRisk: Sendable, Hashable {
    let kind: Kind
    /// The endpoint that has the element, such as `get /users`, or `network`.
    let location: String

    /// Warns, before a scenario plays in the process of a test, that `URLSession` may crash or block the process.
    ///
    /// Writes a line to standard error for each risk on Linux, and nothing on other systems.
    static func warn(about scenario: Scenario) {
        #if os(Linux)
            for line in warnings(about: scenario) { StandardError.write(line) }
        #endif
    }

    /// Returns the warnings for a scenario; each names the test that runs in this task.
    static func warnings(about scenario: Scenario) -> [String] {
        all(in: scenario).map { $0.warning(for: testName) }
    }

    /// Returns the risks in a scenario, each kind once for each endpoint. Replies of closures are not checked.
    static func all(in scenario: Scenario) -> [CrashRisk] {
        var risks: [CrashRisk] = []
        func add(_ kind: Kind?, _ location: String) {
            guard let kind, !risks.contains(CrashRisk(kind: kind, location: location)) else { return }
            risks.append(CrashRisk(kind: kind, location: location))
        }
        for state in scenario.network {
            if case .bytes(let bytes) = state.state, state.on == .accept { add(Kind(ofRaw: bytes), "network") }
        }
        for endpoint in scenario.endpoints {
            let method = endpoint.method == .any ? "any" : endpoint.method.rawValue.lowercased()
            for reply in endpoint.replies { add(Kind(of: reply), "\(method) \(endpoint.path.text)") }
        }
        return risks
    }

    /// Returns the warning as one line: the test, the element, and the alternative.
    func warning(for test: String) -> String {
        "warning: \(test) plays \(kind.name) (\(location)), which URLSession on Linux \(kind.effect); "
            + "run the client in a process of its own (see: rehearsal faults \(kind.number))"
    }

    private static var testName: String {
        guard let test = Test.current else { return "this run" }
        return "\"\(test.displayName ?? test.name)\" (\(test.sourceLocation.fileID):\(test.sourceLocation.line))"
    }
}

extension CrashRisk {
    enum Kind: Sendable, Hashable {
        case trailers, closeInHead, basicChallenge
    }
}

extension CrashRisk.Kind {
    /// The element, for use in a sentence.
    fileprivate var name: String {
        switch self {
        case .trailers: "trailers after a chunked body"
        case .closeInHead: "a connection that is closed in the head of a reply"
        case .basicChallenge: "a Basic challenge"
        }
    }

    /// The number of the fault that explains the risk, for `rehearsal faults`.
    fileprivate var number: String {
        switch self {
        case .trailers: "F32"
        case .closeInHead: "F37"
        case .basicChallenge: "F52"
        }
    }

    /// The behaviour of `URLSession` and its effect on the tests, as the end of a relative clause.
    fileprivate var effect: String {
        self == .basicChallenge
            ? "never returns from, so that the test run does not end" : "crashes on, which ends the whole test run"
    }

    fileprivate init?(of reply: Scenario.Reply) {
        for fault in reply.faults {
            if case .head = fault.stage, fault.effect == .close {
                self = .closeInHead
                return
            }
        }
        if case .raw(let pieces) = reply.body {
            // `URLSession` reports a reset connection as lost, and does not crash.
            if reply.faults.contains(where: { $0.effect == .reset }) { return nil }
            self.init(ofRaw: pieces.flatMap(\.bytes))
        } else {
            self.init(status: reply.status, challenges: reply.headers.values(of: "WWW-Authenticate"))
        }
    }

    /// Finds the risk in the bytes of a raw reply; the server closes the connection after these bytes.
    fileprivate init?(ofRaw bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.starts(with: Array("HTTP/1.".utf8)) {
            let read: (head: ReplyHead, count: Int)?
            do {
                read = try rest.withUnsafeBytes { try ReplyHead.parse($0) }
            } catch {
                guard !Self.containsEmptyLine(rest) else { return nil }
                read = nil
            }
            guard let (head, count) = read else {
                self = .closeInHead
                return
            }
            rest = rest.dropFirst(count)
            if head.isInterim { continue }
            let challenge = Self(status: head.status, challenges: head.fields.values(of: "WWW-Authenticate"))
            let isChunked = head.fields.members(of: "Transfer-Encoding").contains("chunked")
            guard let risk = challenge ?? (isChunked && Self.hasTrailers(rest) ? .trailers : nil) else { return nil }
            self = risk
            return
        }
        return nil
    }

    /// Whether the bytes contain the empty line that ends a head, with CRLF or LF as line ends.
    private static func containsEmptyLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.contains("\r\n\r\n".utf8) || bytes.contains("\n\n".utf8)
    }

    private init?(status: Int, challenges: [String]) {
        let schemes = challenges.flatMap { $0.lowercased().split(separator: ",") }.map { challenge in
            challenge.split(whereSeparator: \.isWhitespace).first
        }
        guard status == 401, schemes.contains("basic") else { return nil }
        self = .basicChallenge
    }

    /// Whether a line follows the last chunk of a chunked body (RFC 9112 §7.1.2).
    private static func hasTrailers(_ body: ArraySlice<UInt8>) -> Bool {
        var decoder = ChunkedDecoder(RequestLimits())
        _ = try? body.withUnsafeBytes { bytes in try decoder.feed(bytes) { _ in } }
        return decoder.hasTrailers
    }
}
