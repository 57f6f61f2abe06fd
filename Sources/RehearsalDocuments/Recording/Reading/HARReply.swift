package import Rehearsal

/// A recorded reply, as it is read from `response`.
struct HARReply {
    let response: HARValue
    let entry: HARValue
    let method: Scenario.Method?
    /// The entry as messages name it.
    let told: String
    let isExact: Bool

    /// Nil for what cannot be replayed, which is said.
    var reply: Scenario.Reply? {
        let recorded = response.fields()
        if let failure = response.failure { return failure.reply }
        let status = status
        let phrase = response.text("statusText")
        guard let status else { return nil }
        if response["content"]?["_unkept"]?.node.bool == true {
            entry.warn(.nothingToPlay, "\(told) is skipped: its reply was not kept as a whole")
            return nil
        }
        let carriesNothing = method == .head || status == 204 || status == 304
        var reply = Scenario.Reply(status, reason: phrase.flatMap(Self.reason))
        reply.isRecorded = true
        var keepsContentEncoding = false
        if !carriesNothing {
            let content = HARContent(of: response, headers: Scenario.Headers(recorded), told: told)
            reply.body = .bytes(content.bytes, type: isExact ? nil : content.statedType)
            keepsContentEncoding = content.isStillEncoded
        }
        reply.headers = RecordedHeaders.replayable(
            recorded,
            isExact: isExact,
            keepsContentEncoding: keepsContentEncoding
        )
        if method == .head { reply.headers.fields += Self.announced(recorded, status) }
        if response["content"]?["_truncated"]?.node.bool == true { reply.faults = Self.cutOff(reply.body) }
        // Recorded without a date, it is played without one.
        if isExact, !reply.headers.names("Date") { reply.headers.append("Date", nil) }
        return reply
    }

    /// How much GET would have had, which a reply to HEAD says and has nothing to count by (RFC 9110 §9.3.2).
    ///
    /// Where nobody said so, or GET is played without the coding that it was counted with, nothing is said: the 0 of
    /// the body that is not there would be wrong.
    private static func announced(_ recorded: [Scenario.Headers.Field], _ status: Int) -> [Scenario.Headers.Field] {
        let headers = Scenario.Headers(recorded)
        let length = headers["Content-Length"].flatMap { Int($0) == nil ? nil : $0 }
        if let length, headers["Content-Encoding"] == nil { return [Scenario.Headers.Field("Content-Length", length)] }
        return status == 204 || status == 304 ? [] : [Scenario.Headers.Field("Content-Length", nil)]
    }

    /// The reply announces more than it has, and the connection is closed; what was too long to keep is sent as it is.
    private static func cutOff(_ body: Scenario.Body) -> [Fault] {
        guard case .bytes(let bytes, _) = body, bytes.count < RecordedExchange.bodyLimit else { return [] }
        return [Fault(.wrongLength(declares: bytes.count + 1), at: .head()), Fault(.close, at: .end)]
    }

    private var status: Int? {
        guard let value = response.required("status", .number) else { return nil }
        let text = value.node.numberText ?? ""
        switch Int(text) {
        case 0:
            Self.sayNone(entry, to: told, response: response)
            return nil
        case .some(100...199):
            value.warn(.nothingToPlay, "\(told) is skipped: \(text) is no final reply")
            return nil
        case .some(let status) where 200...999 ~= status: return status
        default:
            value.error(.badValue, "\(value.path) is \(text); a status has three digits, 100 to 999")
            return nil
        }
    }

    /// The phrase; nil for none (HTTP/2 has none) and for one that no status line can hold.
    private static func reason(_ text: String) -> String? {
        text.isEmpty || !RecordedHeaders.isSendable(value: text) ? nil : text
    }

    /// An exchange without a reply: aborted, blocked, or the connection was lost.
    static func sayNone(_ object: HARValue, to told: String, response: HARValue?) {
        let reason = [object["_error"], response?["_error"]].compactMap { $0?.node.string }.first { !$0.isEmpty }
        object.warn(.nothingToPlay, "\(told) is skipped: it got no reply\(reason.map { " (\($0))" } ?? "")")
    }
}

extension HARValue {
    /// Why there was no reply, where that can be played again.
    package var failure: RecordedExchange.Failure? {
        guard self["status"]?.node.numberText == "0" else { return nil }
        return self["_fault"]?.node.string.flatMap(RecordedExchange.Failure.init)
    }

    /// The header fields of a message.
    package func fields() -> [Scenario.Headers.Field] {
        guard let list = optional("headers", .array) else { return [] }
        var fields: [Scenario.Headers.Field] = []
        for element in list.elements() {
            guard let header = element.checked(.object), let name = header.required("name", .string) else { continue }
            guard let value = header.headerValue(), let nameText = name.node.string else { continue }
            guard RecordedHeaders.isSendable(name: nameText) || nameText.hasPrefix(":") else {
                name.warn(.badValue, "\(name.path) is left out: \(nameText.quoted) is no header name")
                continue
            }
            for line in RecordedHeaders.lines(of: value) {
                if RecordedHeaders.isSendable(value: line) {
                    fields.append(Scenario.Headers.Field(nameText, line))
                } else {
                    let message = "\(header.path) (\(nameText)) is left out: its value holds CR, LF or NUL"
                    (header["value"] ?? header).warn(.badValue, message)
                }
            }
        }
        return fields
    }

    /// A string, or a number or boolean as some exporters write them; missing is empty.
    private func headerValue() -> String? {
        guard let value = self["value"] else { return "" }
        switch value.node.kind {
        case .number: return value.node.numberText
        case .bool: return value.node.bool == true ? "true" : "false"
        default: return value.checked(.string)?.node.string
        }
    }
}
