import Rehearsal

extension HARReader {
    /// Reads `response`.
    ///
    /// - Parameters:
    ///   - entry: what it belongs to.
    ///   - told: the entry as messages name it.
    mutating func reply(
        _ response: Value,
        of entry: Value,
        to method: Scenario.Method?,
        told: String,
        isExact: Bool
    ) -> Scenario.Reply? {
        let recorded = fields(response)
        if let failure = failure(response) { return failure.reply }
        let status = status(response, of: entry, told: told)
        let phrase = text("statusText", in: response)
        guard let status else { return nil }
        if response["content"]?["_unkept"]?.node.bool == true {
            warn(.nothingToPlay, at: entry, "\(told) is skipped: its reply was not kept as a whole")
            return nil
        }
        let carriesNothing = method == .head || status == 204 || status == 304
        var reply = Scenario.Reply(status, reason: phrase.flatMap(Self.reason))
        reply.isRecorded = true
        var keepsContentEncoding = false
        if !carriesNothing {
            let content = content(response, headers: Scenario.Headers(recorded), told: told)
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

    /// Why there was no reply, where that can be played again.
    func failure(_ response: Value) -> RecordedExchange.Failure? {
        guard response["status"]?.node.numberText == "0" else { return nil }
        return response["_fault"]?.node.string.flatMap(RecordedExchange.Failure.init)
    }

    private mutating func status(_ response: Value, of entry: Value, told: String) -> Int? {
        guard let value = required("status", .number, in: response) else { return nil }
        let text = value.node.numberText ?? ""
        switch Int(text) {
        case 0:
            noReply(entry, to: told, response: response)
            return nil
        case .some(100...199):
            warn(.nothingToPlay, at: value, "\(told) is skipped: \(text) is no final reply")
            return nil
        case .some(let status) where 200...999 ~= status:
            return status
        default:
            error(.badValue, at: value, "\(value.path) is \(text); a status has three digits, 100 to 999")
            return nil
        }
    }

    /// The phrase; nil for none (HTTP/2 has none) and for one that no status line can hold.
    private static func reason(_ text: String) -> String? {
        text.isEmpty || !RecordedHeaders.isSendable(value: text) ? nil : text
    }

    mutating func fields(_ response: Value) -> [Scenario.Headers.Field] {
        guard let list = optional("headers", .array, in: response) else { return [] }
        var fields: [Scenario.Headers.Field] = []
        for element in list.elements() {
            guard let header = checked(element, .object), let name = required("name", .string, in: header) else {
                continue
            }
            guard let value = headerValue(header), let nameText = name.node.string else { continue }
            guard RecordedHeaders.isSendable(name: nameText) || nameText.hasPrefix(":") else {
                warn(.badValue, at: name, "\(name.path) is left out: \(nameText.quoted) is no header name")
                continue
            }
            for line in RecordedHeaders.lines(of: value) {
                if RecordedHeaders.isSendable(value: line) {
                    fields.append(Scenario.Headers.Field(nameText, line))
                } else {
                    let message = "\(header.path) (\(nameText)) is left out: its value holds CR, LF or NUL"
                    warn(.badValue, at: header["value"] ?? header, message)
                }
            }
        }
        return fields
    }

    /// A string, or a number or boolean as some exporters write them; missing is empty.
    private mutating func headerValue(_ header: Value) -> String? {
        guard let value = header["value"] else { return "" }
        switch value.node.kind {
        case .number: return value.node.numberText
        case .bool: return value.node.bool == true ? "true" : "false"
        default: return checked(value, .string)?.node.string
        }
    }
}
