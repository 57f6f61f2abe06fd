import Rehearsal

extension HARReader {
    /// Reads one element of `entries`.
    ///
    /// - Returns: nil for what cannot be replayed, which is said: a warning where the exchange itself was none
    ///   (aborted, blocked, no HTTP), an error where the document is wrong.
    mutating func entry(_ value: Value, isExact: Bool) -> Recording.Entry? {
        guard let object = checked(value, .object) else { return nil }
        let request = required("request", .object, in: object)
        // Both sides are read before either is given up, so that one run says everything that is wrong.
        let method = request.flatMap { self.method($0) }
        let url = request.flatMap { required("url", .string, in: $0) }
        let told = "\(object.path) (\(Self.title(method, url?.node.string)))"
        let parts: RecordedURL?
        do throws(RecordedURL.Unusable) {
            parts = try url.map(Self.parts)
        } catch {
            warn(.badValue, at: url ?? object, "\(told) is skipped: \(error.reason)")
            return nil
        }
        let name = text("_name", in: object)
        let (body, form) = request.map { requestBody($0) } ?? (nil, nil)
        let reply = self.reply(to: method, of: object, told: told, isExact: isExact)
        guard let method, let parts, let reply = reply.map({ dated($0, of: object) }) else { return nil }
        var entry = Recording.Entry(
            name: name,
            method: method,
            path: parts.path,
            query: parts.query,
            origin: parts.origin,
            requestBody: body,
            requestForm: form,
            reply: reply,
            place: "\(source.path):\(source.line(of: object.node.range.lowerBound))",
        )
        entry.bearerToken = request.flatMap { Self.bearerToken($0) }
        let asked = request.map { Scenario.Reply(headers: Scenario.Headers(Self.headers(of: $0))) }
        entry.terms = RecordedTerms(asked.map { dated($0, of: object).headers.fields } ?? [], method: method)
        return entry
    }

    /// The header fields of a request, of which nothing is said where one is wrong: they are not sent again.
    private static func headers(of request: Value) -> [Scenario.Headers.Field] {
        guard let headers = request["headers"], headers.node.kind == .array else { return [] }
        return headers.elements().compactMap { header in
            guard let name = header["name"]?.node.string, let value = header["value"]?.node.string else { return nil }
            return Scenario.Headers.Field(name, value)
        }
    }

    private static func bearerToken(_ request: Value) -> String? {
        let header = headers(of: request).first { $0.name.lowercased() == "authorization" }
        guard let value = header?.value, value.lowercased().hasPrefix("bearer ") else { return nil }
        let token = value.dropFirst(7).drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }

    private mutating func method(_ request: Value) -> Scenario.Method? {
        guard let value = required("method", .string, in: request), let text = value.node.string else { return nil }
        guard RecordedHeaders.isSendable(name: text), text != Scenario.Method.any.rawValue else {
            error(.badValue, at: value, "\(value.path) is \(text.quoted), which is no method")
            return nil
        }
        return Scenario.Method(rawValue: text)
    }

    private mutating func reply(
        to method: Scenario.Method?,
        of entry: Value,
        told: String,
        isExact: Bool
    ) -> Scenario.Reply? {
        guard let response = entry["response"] else {
            noReply(entry, to: told, response: nil)
            return nil
        }
        return checked(response, .object).flatMap {
            self.reply($0, of: entry, to: method, told: told, isExact: isExact)
        }
    }

    /// An exchange without a reply: aborted, blocked, or the connection was lost.
    mutating func noReply(_ object: Value, to told: String, response: Value?) {
        let reason = [object["_error"], response?["_error"]].compactMap { $0?.node.string }.first { !$0.isEmpty }
        warn(.nothingToPlay, at: object, "\(told) is skipped: it got no reply\(reason.map { " (\($0))" } ?? "")")
    }

    /// `GET https://api.example.com/users`, without the query, which may hold a secret, and on one line.
    private static func title(_ method: Scenario.Method?, _ url: String?) -> String {
        let text = url ?? "?"
        let place = (try? RecordedURL(text)).map { $0.origin + $0.path } ?? String(text.prefix { !"?#,".contains($0) })
        let shown = place.unicodeScalars.prefix(120).map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }
        return "\(method?.rawValue ?? "?") \(String(String.UnicodeScalarView(shown)))"
    }

    /// A path that no pattern can hold would keep everything else from being played.
    private static func parts(_ url: Value) throws(RecordedURL.Unusable) -> RecordedURL {
        let parts = try RecordedURL(url.node.string ?? "")
        do {
            _ = try RecordedURL.pattern(for: parts.path).segments()
        } catch {
            throw RecordedURL.Unusable(reason: error.reason)
        }
        return parts
    }

    /// The document, or the fields of a form, that a request carried, if its media type says so and it is one.
    private mutating func requestBody(_ request: Value) -> (JSON?, [Scenario.Condition.QueryItem]?) {
        guard let data = optional("postData", .object, in: request) else { return (nil, nil) }
        let type = MediaType(text("mimeType", in: data) ?? "")
        let isForm = type.name == "application/x-www-form-urlencoded"
        guard type.isJSON || isForm, let bytes = requestBytes(data) else { return (nil, nil) }
        if isForm { return (nil, RecordedURL.items(of: String(decoding: bytes, as: UTF8.self))) }
        return (try? JSON(parsing: bytes), nil)
    }

    mutating func requestBytes(_ data: Value) -> [UInt8]? {
        if data["_file"] != nil { return file(of: data) }
        guard let text = text("text", in: data) else { return parameters(data) }
        let isBase64 = [data["encoding"], data["_encoding"]].contains { $0?.node.string?.lowercased() == "base64" }
        return isBase64 ? Base64.decoded(text) : Array(text.utf8)
    }

    /// The fields of a form of which a browser wrote no text.
    private mutating func parameters(_ data: Value) -> [UInt8]? {
        guard MediaType(text("mimeType", in: data) ?? "").name == "application/x-www-form-urlencoded",
            let list = optional("params", .array, in: data)
        else { return nil }
        let pairs = list.elements().compactMap { item in
            item["name"]?.node.string.map { "\($0)=\(item["value"]?.node.string ?? "")" }
        }
        return pairs.isEmpty ? nil : Array(pairs.joined(separator: "&").utf8)
    }
}
