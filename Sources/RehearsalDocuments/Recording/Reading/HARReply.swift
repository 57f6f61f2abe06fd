package import Rehearsal

/// A recorded reply, read from `response`.
struct HARReply {
    let response: HARValue
    let entry: HARValue
    let method: Scenario.Method?
    /// The name of the entry in messages.
    let title: String
    let isExact: Bool

    /// The reply; nil, with a diagnostic, if it cannot be replayed.
    var reply: Scenario.Reply? {
        let recorded = response.fields()
        if let failure = response.failure { return failure.reply }
        let status = status
        let phrase = response.text("statusText")
        guard let status else { return nil }
        if response["content"]?["_unkept"]?.node.bool == true {
            entry.warn(.nothingToPlay, "\(title) is skipped: its reply was not recorded completely")
            return nil
        }
        let hasNoBody = method == .head || status == 204 || status == 304
        var reply = Scenario.Reply(status, reason: phrase.flatMap(Self.reason))
        reply.isRecorded = true
        var keepsContentEncoding = false
        if !hasNoBody {
            let content = HARContent(of: response, headers: Scenario.Headers(recorded), title: title)
            reply.body = .bytes(content.bytes, type: isExact ? nil : content.statedType)
            keepsContentEncoding = content.isStillEncoded
        }
        reply.headers = RecordedHeaders.replayable(
            recorded,
            isExact: isExact,
            keepsContentEncoding: keepsContentEncoding
        )
        if method == .head { reply.headers.fields += Self.lengthFields(recorded, status) }
        if response["content"]?["_truncated"]?.node.bool == true { reply.faults = Self.truncationFaults(reply.body) }
        // A reply recorded without `Date` is replayed without it.
        if isExact, !reply.headers.contains("Date") { reply.headers.append("Date", nil) }
        return reply
    }

    /// Returns the `Content-Length` of a reply to HEAD, which has no body to compute it from (RFC 9110 §9.3.2).
    ///
    /// The field is suppressed if no length was recorded, or if the replay of GET omits the content coding. Otherwise
    /// the server would send the length of the empty body, 0.
    static func lengthFields(_ recorded: [Scenario.Headers.Field], _ status: Int) -> [Scenario.Headers.Field] {
        let headers = Scenario.Headers(recorded)
        let length = headers["Content-Length"].flatMap { Int($0) == nil ? nil : $0 }
        if let length, headers["Content-Encoding"] == nil { return [Scenario.Headers.Field("Content-Length", length)] }
        return status == 204 || status == 304 ? [] : [Scenario.Headers.Field("Content-Length", nil)]
    }

    /// Returns the faults of a truncated body: a longer declared length, and a close. A body that the recorder cut at
    /// its limit has none.
    static func truncationFaults(_ body: Scenario.Body) -> [Fault] {
        guard case .bytes(let bytes, _) = body, bytes.count < RecordedExchange.bodyLimit else { return [] }
        return [Fault(.wrongLength(declares: bytes.count + 1), at: .head()), Fault(.close, at: .end)]
    }

    private var status: Int? {
        guard let value = response.required("status", .number) else { return nil }
        let text = value.node.numberText ?? ""
        switch Int(text) {
        case 0:
            Self.reportMissingReply(entry, to: title, response: response)
            return nil
        case .some(100...199):
            value.warn(.nothingToPlay, "\(title) is skipped: \(text) is not the status of a final reply")
            return nil
        case .some(let status) where 200...999 ~= status: return status
        default:
            value.error(.badValue, "\(value.path) is \(text); a status has three digits, 100 to 999")
            return nil
        }
    }

    /// Returns the reason phrase; nil if it is empty, as in HTTP/2, or if a status line cannot hold it.
    static func reason(_ text: String) -> String? {
        text.isEmpty || !RecordedHeaders.isValid(value: text) ? nil : text
    }

    /// Reports an exchange without a reply: aborted, blocked, or a lost connection.
    static func reportMissingReply(_ object: HARValue, to title: String, response: HARValue?) {
        let reason = [object["_error"], response?["_error"]].compactMap { $0?.node.string }.first { !$0.isEmpty }
        object.warn(.nothingToPlay, "\(title) is skipped: no reply was received\(reason.map { " (\($0))" } ?? "")")
    }
}

extension HARValue {
    /// The reason why no reply was received, if a replay can reproduce it.
    package var failure: RecordedExchange.Failure? {
        guard self["status"]?.node.numberText == "0" else { return nil }
        return self["_fault"]?.node.string.flatMap(RecordedExchange.Failure.init)
    }

    /// Returns the header fields of a message; those that are not valid are omitted with a diagnostic.
    package func fields() -> [Scenario.Headers.Field] {
        guard let list = optional("headers", .array) else { return [] }
        var fields: [Scenario.Headers.Field] = []
        for element in list.elements() {
            guard let header = element.expecting(.object), let name = header.required("name", .string) else { continue }
            guard let value = header.headerValue(), let nameText = name.node.string else { continue }
            guard RecordedHeaders.isValid(name: nameText) || nameText.hasPrefix(":") else {
                name.warn(.badValue, "\(name.path) is left out: \(nameText.quoted) is not a valid header name")
                continue
            }
            for line in RecordedHeaders.lines(of: value) {
                if RecordedHeaders.isValid(value: line) {
                    fields.append(Scenario.Headers.Field(nameText, line))
                } else {
                    let message = "\(header.path) (\(nameText)) is left out: its value contains CR, LF or NUL"
                    (header["value"] ?? header).warn(.badValue, message)
                }
            }
        }
        return fields
    }

    /// Returns the value of a field, which some exporters write as a number or boolean; empty if it is missing.
    private func headerValue() -> String? {
        guard let value = self["value"] else { return "" }
        switch value.node.kind {
        case .number: return value.node.numberText
        case .bool: return value.node.bool == true ? "true" : "false"
        default: return value.expecting(.string)?.node.string
        }
    }
}
