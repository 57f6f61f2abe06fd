import Rehearsal

extension HARReader {
    /// Reads one element of `entries`.
    ///
    /// - Returns: nil for what cannot be replayed, which is said: a warning where the exchange itself was none (aborted,
    ///   blocked, no HTTP), an error where the document is wrong.
    mutating func entry(_ value: Value, isExact: Bool) -> Recording.Entry? {
        guard let object = checked(value, .object) else { return nil }
        let request = required("request", .object, in: object)
        // Both sides are read before either is given up, so that one run says everything that is wrong.
        let method = request.flatMap { required("method", .string, in: $0) }
        let url = request.flatMap { required("url", .string, in: $0) }
        let body = request.flatMap { requestBody($0) }
        let name = text("_name", in: object)
        let told = "\(object.path) (\(Self.title(method, url)))"
        let reply = object["response"].flatMap { checked($0, .object) }.map { response in
            self.reply(response, to: method?.node.string, told: told, isExact: isExact)
        }
        guard let method, let url, let methodText = method.node.string, let urlText = url.node.string else { return nil }
        guard RecordedHeaders.isSendable(name: methodText), methodText != Scenario.Method.any.rawValue else {
            error(.badValue, at: method, "\(method.path) is \(methodText.quoted), which is no method")
            return nil
        }
        let parts: RecordedURL
        do throws(RecordedURL.Unusable) {
            parts = try RecordedURL(urlText)
            _ = try Self.checkedPattern(parts.path)
        } catch {
            warn(.badValue, at: url, "\(told) is skipped: \(error.reason)")
            return nil
        }
        if object["response"] == nil { noReply(object, to: told, response: nil) }
        guard let reply = reply ?? nil else { return nil }
        return Recording.Entry(
            name: name,
            method: Scenario.Method(rawValue: methodText),
            path: parts.path,
            query: parts.query,
            origin: parts.origin,
            requestBody: body,
            reply: reply,
            place: "\(source.path):\(source.line(of: object.node.range.lowerBound))",
        )
    }

    /// An exchange without a reply: aborted, blocked, or the connection was lost.
    mutating func noReply(_ object: Value, to told: String, response: Value?) {
        let reason = [object["_error"], response?["_error"]].compactMap { $0?.node.string }.first { !$0.isEmpty }
        warn(.nothingToPlay, at: object, "\(told) is skipped: it got no reply\(reason.map { " (\($0))" } ?? "")")
    }

    /// `GET https://api.example.com/users`, without the query, which may hold a secret.
    private static func title(_ method: Value?, _ url: Value?) -> String {
        let place = (url?.node.string ?? "?").prefix { $0 != "?" && $0 != "#" && $0 != "," }
        guard let parts = try? RecordedURL(String(place)) else {
            return "\(method?.node.string ?? "?") \(place.prefix(60))"
        }
        return "\(method?.node.string ?? "?") \(parts.origin)\(parts.path)"
    }

    private static func checkedPattern(_ path: String) throws(RecordedURL.Unusable) -> Int {
        do {
            return try RecordedURL.pattern(for: path).segments().count
        } catch {
            let reason = (error as? Scenario.PathPattern.Malformed)?.reason ?? "its path cannot be matched"
            throw RecordedURL.Unusable(reason: reason)
        }
    }

    /// The document that a request carried, if its media type says JSON and it is.
    private mutating func requestBody(_ request: Value) -> JSON? {
        guard let data = optional("postData", .object, in: request) else { return nil }
        let type = MediaType(text("mimeType", in: data) ?? "")
        guard type.isJSON, let text = text("text", in: data) else { return nil }
        let isBase64 = [data["encoding"], data["_encoding"]].contains { $0?.node.string?.lowercased() == "base64" }
        return try? JSON(parsing: isBase64 ? Base64.decoded(text) ?? [] : Array(text.utf8))
    }
}
