/// A copy of a request for the evaluation of state, templates, counting keys and policies.
///
/// The server answers most requests without a copy.
package final class ObservedRequest {
    package let head: RequestHead
    package let bytes: [UInt8]
    /// The body; nil while the server has not read it.
    package let body: ObservedBody?
    /// The number of the connection in the session.
    package let connection: Int
    /// Whether the connection has carried an earlier request.
    package let isReused: Bool

    package init(_ head: RequestHead, _ bytes: [UInt8], body: ObservedBody?, connection: Int, isReused: Bool) {
        self.head = head
        self.bytes = bytes
        self.body = body
        self.connection = connection
        self.isReused = isReused
    }

    /// The decoded query parameters.
    package lazy var query: [Scenario.Condition.QueryItem] = withHeadBytes { Scenario.Condition.queryItems(head, $0) }

    /// Returns the values of a header, in order.
    package func header(_ name: String) -> [[UInt8]] { withHeadBytes { $0.values(ofHeader: name, in: head) } }

    /// Returns the values of a cookie, in order.
    package func cookie(_ name: String) -> [[UInt8]] { withHeadBytes { $0.values(ofCookie: name, in: head) } }

    /// Returns the decoded value of a path placeholder.
    package func capture(_ name: String, of segments: [Scenario.PathPattern.Segment]) -> [UInt8]? {
        withHeadBytes { $0.capture(name, of: segments, in: head) }
    }

    package var method: String { withHeadBytes { $0.text(head.method) } }
    package var target: String { withHeadBytes { $0.text(head.target) } }
    /// The path as the client sent it.
    package var path: String { withHeadBytes { $0.text(head.path) } }

    /// Calls a closure with the bytes of the head.
    package func withHeadBytes<Result>(_ operation: (Span<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { operation($0.span) }
    }
}

extension Span where Element == UInt8 {
    /// Returns the values of a header, in order.
    package func values(ofHeader name: String, in head: RequestHead) -> [[UInt8]] {
        let name = name.utf8.map(\.asciiLowercased)
        var values: [[UInt8]] = []
        for field in head.fields where equalsIgnoringCase(field.name, name) { values.append(bytes(field.value)) }
        return values
    }

    /// Returns the values of a cookie, in order (RFC 6265 §5.4).
    package func values(ofCookie name: String, in head: RequestHead) -> [[UInt8]] {
        let name = Array(name.utf8)
        var values: [[UInt8]] = []
        for line in self.values(ofHeader: "cookie", in: head) {
            for pair in line.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop(while: \.isBlank)
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name) else {
                    continue
                }
                var value = Array(pair[(equals + 1)...])
                if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                    value = Array(value.dropFirst().dropLast())
                }
                values.append(value)
            }
        }
        return values
    }

    /// Returns the decoded value of a path placeholder; nil if the pattern has no placeholder of this name.
    package func capture(
        _ name: String,
        of segments: [Scenario.PathPattern.Segment],
        in head: RequestHead,
    ) -> [UInt8]? {
        let index = segments.firstIndex { if case .capture(name, _) = $0 { true } else { false } }
        guard let index else { return nil }
        let parts = bytes(head.path).dropFirst()
            .split(separator: UInt8(ascii: "/"), maxSplits: index + 1, omittingEmptySubsequences: false)
        return parts.indices.contains(index) ? PercentEncoding.decoded(Array(parts[index])) : nil
    }
}

extension ObservedRequest {
    /// Returns the parts of the request that templates read.
    ///
    /// - Parameter segments: the path pattern that defines the placeholders.
    package func templateRequest(_ segments: [Scenario.PathPattern.Segment]) -> Template.Request {
        var request = Template.Request()
        request.method = method
        request.url = target
        request.pathText = path
        request.path = { self.capture($0, of: segments).map(Self.text) }
        request.query = { name in Self.first(name, in: self.query) }
        request.header = { self.header($0).first.map(Self.text) }
        request.cookie = { self.cookie($0).first.map(Self.text) }
        request.form = { name in self.body.flatMap { Self.first(name, in: $0.form) } }
        request.body = body?.bytes ?? []
        return request
    }

    private static func first(_ name: String, in items: [Scenario.Condition.QueryItem]) -> String? {
        let name = Array(name.utf8)
        return items.first { $0.name == name }.map { text($0.value) }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the request is a CORS preflight (Fetch, CORS-preflight request), which carries no credentials.
    var isPreflight: Bool { head.methodCode == .options && !header("access-control-request-method").isEmpty }

    /// The token of `Authorization: Bearer T` (RFC 6750 §2.1).
    var bearerToken: String? {
        guard let value = header("authorization").first else { return nil }
        let scheme = value.prefix { $0 != 0x20 }
        guard String(decoding: scheme, as: UTF8.self).lowercased() == "bearer" else { return nil }
        let token = value.dropFirst(scheme.count).drop { $0 == 0x20 }
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// Returns the string at a pointer of a JSON body or, in a form, the field with the last name of the pointer.
    func refreshToken(at pointer: JSON.Pointer) -> String? {
        guard let body else { return nil }
        if case .string(let text)? = body.json.flatMap({ pointer.value(in: $0) }) { return text }
        guard let name = pointer.tokens.last else { return nil }
        return body.form.first { $0.name == Array(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}

/// The body of a request. It is parsed as JSON or as a form when a condition or a template first needs that.
package final class ObservedBody {
    package let bytes: [UInt8]
    /// The media type that the request declares.
    private let type: String?

    package init(_ bytes: [UInt8], type: String?) {
        self.bytes = bytes
        self.type = type
    }

    /// The JSON document; nil if the body is not valid JSON.
    package lazy var json: JSON? = try? JSON(parsing: bytes)

    /// The parts of `multipart/form-data`; empty for any other type.
    package lazy var parts: [MultipartBody.Part] = type.map { MultipartBody.parts(of: bytes, type: $0) } ?? []

    /// The form fields of a URL-encoded or multipart body.
    package lazy var form: [Scenario.Condition.QueryItem] = {
        let essence = type?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
        if essence == "application/x-www-form-urlencoded" { return Scenario.Condition.queryItems(bytes) }
        return parts.filter { $0.fileName == nil }.map { .init(name: $0.name, value: $0.content) }
    }()
}

extension ObservedRequest {
    /// Returns the key of the sequence in which the request is counted; nil if all requests share one sequence.
    func countingKey(per: Scenario.CountingScope, _ segments: [Scenario.PathPattern.Segment]) -> [UInt8]? {
        switch per {
        case .endpoint: nil
        case .target: withHeadBytes { $0.bytes(head.target) }
        case .capture(let name): capture(name, of: segments) ?? []
        case .header(let name): Array(header(name).joined(separator: [UInt8(ascii: ",")]))
        case .connection: Array(String(connection).utf8)
        }
    }

    /// A value that is equal for repeated requests. It consists of method, target and body.
    var fingerprint: [UInt8] {
        let head = withHeadBytes { $0.bytes(self.head.method) + [0x20] + $0.bytes(self.head.target) + [0x0A] }
        // The hash of a long body replaces it, to limit the size of the value.
        guard let body = body?.bytes else { return head }
        guard body.count > 256 else { return head + body }
        return head + Array("\(body.count) \(StableHash.of(body).hexadecimal)".utf8)
    }

    /// The body as a JSON object; nil if it is not an object.
    var object: JSON? {
        guard let json = body?.json, case .object = json else { return nil }
        return json
    }

    /// Returns the reply to a request whose preconditions fail (RFC 9110 §13.2.2); nil if they hold.
    ///
    /// - Parameter now: seconds since 1970.
    func replyToFailedPrecondition(_ tag: String, now: Int64) -> Scenario.Reply? {
        let reads = head.methodCode == .get || head.methodCode == .head
        let conditions = Preconditions(isGetOrHead: reads) { name in
            header(name).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let conditions, let validators = Preconditions.Validators(["ETag": tag]) else { return nil }
        switch conditions.evaluate(on: validators, now: now) {
        case .holds: return nil
        case .notModified: return Scenario.Reply(304, headers: ["ETag": tag])
        case .fails(let field): return Scenario.Reply().preconditionFailed(by: field, tag)
        }
    }
}
