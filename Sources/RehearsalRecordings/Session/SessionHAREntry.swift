import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalRedaction

/// An entry of a HAR file for one exchange of a session, without its secrets.
struct SessionHAREntry {
    private let exchange: SessionExchange
    private let redaction: RecordingRedaction
    private let fields: [(name: String, value: String)]
    private let target: HARTarget

    private var entry: Journal.Entry { exchange.entry }

    init(_ exchange: SessionExchange, _ redaction: RecordingRedaction) {
        self.exchange = exchange
        self.redaction = redaction
        let journalRedaction = Redaction(redaction)
        fields = exchange.entry.redactedFields(journalRedaction).map { (redaction.headerName($0.name), $0.value) }
        let host = fields.last { Scenario.Headers.isSameName($0.name, "Host") }?.value
        target = HARTarget(exchange.entry.redactedTarget(journalRedaction), host: host, origin: exchange.origin)
    }

    /// Returns the entry.
    ///
    /// - Parameter stored: the secrets of earlier requests that the reply may repeat if it repeats variables.
    func json(_ stored: RepeatedSecrets) -> JSON {
        let echo = entry.echo
        // A static reply cannot repeat a secret, so its request is not searched for secrets a second time.
        if echo.repeated.isEmpty, !echo.repeatsStored { return redactedEntry }
        var own = RepeatedSecrets()
        own.insert(redaction.secrets(of: entry, in: echo.repeated))
        return redaction.withRepeatedSecrets(echo.repeatsStored ? [own, stored] : [own]) { redactedEntry }
    }

    /// The secrets of the request that the replies to later requests may repeat.
    var storedSecrets: [[UInt8]] { redaction.secrets(of: entry, in: entry.echo.stored) }

    private var redactedEntry: JSON {
        let times = exchange.times
        let started = TimeFormat.isoMilliseconds.text(of: exchange.startedAtNanoseconds / 1_000_000)
        var members = [
            JSON.Member("startedDateTime", .string(started)),
            JSON.Member("time", Self.milliseconds(times.send + times.wait + times.receive)),
            JSON.Member("request", request),
            JSON.Member("response", response),
            JSON.Member("cache", [:]),
            JSON.Member(
                "timings",
                [
                    "send": Self.milliseconds(times.send), "wait": Self.milliseconds(times.wait),
                    "receive": Self.milliseconds(times.receive),
                ]
            ),
        ]
        if let address = exchange.sent?.address { members.append(JSON.Member("serverIPAddress", .string(address))) }
        members.append(JSON.Member("connection", .string(String(entry.connection))))
        return .object(members + remarks)
    }

    /// The custom members, with a leading underscore, for facts for which HAR 1.2 has no member.
    private var remarks: [JSON.Member] {
        var members: [JSON.Member] = []
        func add(_ name: String, _ text: String?) {
            if let text { members.append(JSON.Member(name, .string(text))) }
        }
        add("_endpoint", entry.endpoint)
        if entry.decision != .reply { add("_decision", "\(entry.decision)") }
        add("_fault", entry.fault)
        add("_error", exchange.error)
        add("_policy", entry.policy)
        add("_violation", entry.violation.flatMap { redaction.notes([$0], about: entry).first })
        let nearest = redaction.notes(entry.nearest, about: entry)
        if !nearest.isEmpty { members.append(JSON.Member("_nearest", .array(nearest.map { .string($0) }))) }
        if !RecordedHeaders.isValid(name: entry.redactedMethod) { add("_method", entry.redactedMethod) }
        add("_target", target.invalidTarget)
        return members
    }

    private static func milliseconds(_ nanoseconds: Int64) -> JSON {
        let microseconds = max(0, nanoseconds / 1000)
        return .number(JSON.Number(text: "\(microseconds / 1000).\((microseconds % 1000).padded(to: 3))"))
    }

    // MARK: The request

    private var request: JSON {
        let method = entry.redactedMethod
        let version = entry.redactedVersion
        var members = [
            // A placeholder that cannot be mistaken for a method that the client sent.
            JSON.Member("method", .string(RecordedHeaders.isValid(name: method) ? method : "UNREADABLE")),
            JSON.Member("url", .string(target.url)),
            JSON.Member("httpVersion", .string(version.hasPrefix("HTTP/") ? version : "HTTP/1.1")),
            JSON.Member("cookies", HARCookies.ofRequest(fields)),
            JSON.Member("headers", Self.headers(fields)),
            JSON.Member("queryString", target.queryString),
        ]
        if entry.body.length > 0 { members.append(JSON.Member("postData", postData)) }
        members += [
            JSON.Member("headersSize", JSON(integerLiteral: entry.rawHead.count)),
            JSON.Member("bodySize", JSON(integerLiteral: entry.body.length)),
        ]
        return .object(members)
    }

    private var postData: JSON {
        let body = HARBody(entry.body.kept, entry.headers, redaction)
        var members = [JSON.Member("mimeType", .string(body.type ?? ""))] + body.members
        if !members.contains(where: { $0.name == "text" }) { members.append(JSON.Member("text", "")) }
        if !entry.body.isComplete || entry.body.kept.count < entry.body.length || body.isCut {
            members.append(JSON.Member("_truncated", true))
        }
        return .object(members)
    }

    // MARK: The reply

    private var response: JSON {
        let reply = exchange.parsedReply
        // The journal has the status even if the bytes of the reply were not recorded.
        let parsedStatus = reply?.status ?? 0
        let status = parsedStatus == 0 && exchange.hasMissingBytes ? entry.status ?? 0 : parsedStatus
        let headers = reply?.headers ?? Scenario.Headers([])
        let redactedHeaders = redactedFields(headers)
        let location = redactedHeaders.first { Scenario.Headers.isSameName($0.name, "Location") }?.value
        let bodySize = max(0, (exchange.sent?.length ?? 0) - (reply?.headLength ?? 0))
        var members = [
            JSON.Member("status", JSON(integerLiteral: status)),
            JSON.Member("statusText", .string(text(reply?.reason ?? ""))),
            JSON.Member("httpVersion", .string(version(of: reply))),
            JSON.Member("cookies", HARCookies.ofResponse(redactedHeaders)),
            JSON.Member("headers", Self.headers(redactedHeaders)),
            JSON.Member("content", content(headers, wireSize: bodySize)),
            JSON.Member("redirectURL", .string(location ?? "")),
            JSON.Member("headersSize", JSON(integerLiteral: status > 0 ? reply?.headLength ?? 0 : -1)),
            JSON.Member("bodySize", JSON(integerLiteral: status > 0 ? bodySize : -1)),
        ]
        if status == 0 { members += failureMembers }
        return .object(members)
    }

    private func version(of reply: SessionExchange.Reply?) -> String {
        guard let version = reply?.version, version.hasPrefix("HTTP/"), version.utf8.count <= 8 else {
            return "HTTP/1.1"
        }
        return version
    }

    private func text(_ raw: String) -> String { redaction.note(raw) }

    private func redactedFields(_ headers: Scenario.Headers) -> [(name: String, value: String)] {
        headers.fields.map { field in
            let value = field.value ?? ""
            guard RecordedHeaders.isValid(name: field.name) else {
                // Without a header name, a secret in the line cannot be recognized.
                return ("(\(field.name.utf8.count + value.utf8.count) bytes that are not a valid header line)", "")
            }
            return Self.redactedField(field.name, value, redaction)
        }
    }

    private static func redactedField(
        _ name: String,
        _ value: String,
        _ redaction: RecordingRedaction
    ) -> (name: String, value: String) {
        (redaction.headerName(name), redaction.field(name: name, value: value))
    }

    /// The error, and the fault that reproduces it, for an exchange without a complete reply head.
    private var failureMembers: [JSON.Member] {
        var members: [JSON.Member] = []
        if let error = exchange.error { members.append(JSON.Member("_error", .string(error))) }
        if let failure = exchange.failure { members.append(JSON.Member("_fault", .string(failure.rawValue))) }
        return members
    }

    private func content(_ headers: Scenario.Headers, wireSize: Int) -> JSON {
        let body = HARBody(exchange.parsedReply?.body ?? [], headers, redaction)
        var members = [JSON.Member("size", JSON(integerLiteral: body.size))]
        if body.isDecoded, !headers.contains("Transfer-Encoding") {
            members.append(JSON.Member("compression", JSON(integerLiteral: body.size - wireSize)))
        }
        members.append(JSON.Member("mimeType", .string(body.type ?? "x-unknown")))
        members += body.members
        if let reply = exchange.parsedReply, reply.status > 0, !reply.isComplete || body.isCut {
            members.append(JSON.Member("_truncated", true))
        }
        if exchange.hasMissingBytes { members.append(JSON.Member("_unkept", true)) }
        return .object(members)
    }

    private static func headers(_ fields: [(name: String, value: String)]) -> JSON {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}

/// A body in a HAR file: text if the body is text, Base64 otherwise.
struct HARBody {
    /// The members of `content` or `postData` that represent the body.
    private(set) var members: [JSON.Member] = []
    /// The number of bytes after content decoding.
    private(set) var size = 0
    /// Whether a content coding was removed.
    private(set) var isDecoded = false
    /// Whether the encoded body was incomplete, so that only its beginning could be decoded.
    private(set) var isCut = false
    let type: String?

    init(_ bytes: [UInt8], _ headers: Scenario.Headers, _ redaction: RecordingRedaction) {
        type = headers["Content-Type"].map { redaction.text($0) }
        let content = ContentCoding(bytes, headers: headers)
        size = content.bytes.count
        isDecoded = content.removed != nil && content.bytes != bytes
        isCut = content.isTruncated
        guard !bytes.isEmpty else { return }
        if let remaining = content.remaining {
            // A secret inside an unsupported content coding cannot be redacted.
            let comment = "not written: the content coding is not supported, so secrets in it cannot be redacted"
            members = [JSON.Member("_encoded", .string(remaining)), JSON.Member("comment", .string(comment))]
            return
        }
        let redacted = redaction.redactedBody(content.bytes, MediaType(headers["Content-Type"] ?? ""))
        size = redacted.count
        if redacted.isEmpty {
            members = [JSON.Member("comment", "not written: it contains a compressed secret that cannot be redacted")]
            return
        }
        if let text = redacted.text, Self.isUnicode(redacted, type) {
            members = [JSON.Member("text", .string(text))]
        } else {
            members = Self.base64(redacted)
        }
    }

    private static func base64(_ bytes: [UInt8]) -> [JSON.Member] {
        [JSON.Member("text", .string(Base64.encoded(bytes))), JSON.Member("encoding", "base64")]
    }

    /// Whether programs that read the HAR file and encode the text again get the same bytes.
    private static func isUnicode(_ bytes: [UInt8], _ type: String?) -> Bool {
        let type = type.map { MediaType($0) }
        // Without a charset, some programs assume UTF-8 and others ISO 8859-1; JSON is UTF-8 (RFC 8259 §8.1).
        if ["utf-8", "utf8"].contains(type?.charset) || type?.isJSON == true && type?.charset == nil { return true }
        return bytes.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }
}

/// The cookies of a message in the form of HAR 1.2.
enum HARCookies {
    /// Returns the cookies of the request's `Cookie` fields.
    static func ofRequest(_ fields: [(name: String, value: String)]) -> JSON {
        let lines = fields.filter { Scenario.Headers.isSameName($0.name, "Cookie") }.map(\.value)
        return .array(lines.flatMap { $0.split(separator: ";") }.map { .object(pair($0)) })
    }

    /// Returns the cookies of the response's `Set-Cookie` fields, with their attributes.
    static func ofResponse(_ fields: [(name: String, value: String)]) -> JSON {
        let lines = fields.filter { Scenario.Headers.isSameName($0.name, "Set-Cookie") }.map(\.value)
        return .array(
            lines.map { line in
                let parts = line.split(separator: ";")
                return .object(pair(parts.first ?? "") + parts.dropFirst().compactMap(attribute))
            }
        )
    }

    private static func pair(_ text: Substring) -> [JSON.Member] {
        let name = String(text.prefix { $0 != "=" }.trimmed)
        return [JSON.Member("name", .string(name)), JSON.Member("value", .string(value(of: text)))]
    }

    private static func attribute(_ text: Substring) -> JSON.Member? {
        switch text.prefix(while: { $0 != "=" }).trimmed.lowercased() {
        case "path": JSON.Member("path", .string(value(of: text)))
        case "domain": JSON.Member("domain", .string(value(of: text)))
        case "httponly": JSON.Member("httpOnly", true)
        case "secure": JSON.Member("secure", true)
        default: nil
        }
    }

    private static func value(of text: Substring) -> String {
        text.firstIndex(of: "=").map { String(text[text.index(after: $0)...].trimmed) } ?? ""
    }
}

/// The target of a request in a HAR file: an absolute URL and its query parameters.
struct HARTarget {
    let url: String
    /// The target as the client sent it, if it does not form a URL, such as `*`; nil otherwise.
    let invalidTarget: String?

    /// - Parameters:
    ///   - target: The request target with its secrets redacted.
    ///   - host: The value of the `Host` field; nil if the request has none.
    init(_ target: String, host: String?, origin: String) {
        let isAbsolute = !target.hasPrefix("/") && (target.hasPrefix("http://") || target.hasPrefix("https://"))
        let candidates =
            isAbsolute ? [target] : target.hasPrefix("/") ? ["http://\(host ?? "")\(target)", origin + target] : []
        let found = candidates.first { Self.isURL($0) }
        url = found ?? origin + "/"
        invalidTarget = found == nil ? target : nil
    }

    private static func isURL(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let parts = try? RecordedURL(text) else { return false }
        return !parts.origin.hasSuffix("//")
    }

    var queryString: JSON {
        let beforeFragment = url.prefix { $0 != "#" }
        guard let mark = beforeFragment.firstIndex(of: "?") else { return [] }
        let query = beforeFragment[beforeFragment.index(after: mark)...]
        return .array(
            RecordedURL.items(of: String(query)).map { item in
                [
                    "name": .string(String(decoding: item.name, as: UTF8.self)),
                    "value": .string(String(decoding: item.value, as: UTF8.self)),
                ]
            }
        )
    }
}
